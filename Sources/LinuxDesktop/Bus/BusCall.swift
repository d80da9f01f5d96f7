import CSystemd

/// A received method call that is answered later, on the thread of its bus.
final class BusCall {
    private let message: OpaquePointer

    /// Retains `message`.
    init(_ message: OpaquePointer) {
        self.message = sd_bus_message_ref(message)
    }

    deinit {
        sd_bus_message_unref(message)
    }

    /// Replies with success.
    func succeed() throws(BusError) {
        var reply: OpaquePointer?
        try check(sd_bus_message_new_method_return(message, &reply))
        defer { sd_bus_message_unref(reply) }
        try check(sd_bus_send(nil, reply, nil))
    }

    /// Replies with an error.
    func fail(_ reason: String) throws(BusError) {
        var error = sd_bus_error()
        sd_bus_error_set(&error, Self.refusal, reason)
        defer { sd_bus_error_free(&error) }
        try check(sd_bus_reply_method_error(message, &error))
    }

    /// The D-Bus error name of a refused call.
    static let refusal = "org.freedesktop.DBus.Error.Failed"
}
