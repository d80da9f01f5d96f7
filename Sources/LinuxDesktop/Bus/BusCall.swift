import CSystemd

/// A call that came over the bus and is answered later, on the thread of its bus.
final class BusCall {
    private let message: OpaquePointer

    /// Keeps `message`.
    init(_ message: OpaquePointer) {
        self.message = sd_bus_message_ref(message)
    }

    deinit {
        sd_bus_message_unref(message)
    }

    /// Answers that the call was carried out.
    func succeed() throws(BusError) {
        var reply: OpaquePointer?
        try check(sd_bus_message_new_method_return(message, &reply))
        defer { sd_bus_message_unref(reply) }
        try check(sd_bus_send(nil, reply, nil))
    }

    /// Answers that the call was not carried out, and why.
    func fail(_ reason: String) throws(BusError) {
        var error = sd_bus_error()
        sd_bus_error_set(&error, Self.refusal, reason)
        defer { sd_bus_error_free(&error) }
        try check(sd_bus_reply_method_error(message, &error))
    }

    /// The bus's name for the error of a call that is understood and not carried out.
    static let refusal = "org.freedesktop.DBus.Error.Failed"
}
