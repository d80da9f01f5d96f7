import CSystemd
import Glibc
import MediaTime

/// Owns a connection to the user's message bus, and closes it. For one thread only.
struct BusConnection: ~Copyable {
    private let bus: OpaquePointer

    private static let callTimeoutMicroseconds: UInt64 = 2_000_000

    /// Connects to the bus in `DBUS_SESSION_BUS_ADDRESS`, or else to the one in the user's runtime
    /// folder.
    init() throws(BusError) {
        var bus: OpaquePointer?
        try check(sd_bus_open_user(&bus))
        sd_bus_set_method_call_timeout(bus, Self.callTimeoutMicroseconds)
        self.bus = bus!
    }

    deinit {
        sd_bus_close_unref(bus)
    }

    /// Adds `interface` to the object at `path`, and passes `userData` to its handlers. Both must
    /// outlive the connection.
    func serve(
        _ interface: BusInterface, at path: String, _ userData: UnsafeMutableRawPointer
    ) throws(BusError) {
        try check(
            sd_bus_add_object_vtable(bus, nil, path, interface.name, interface.entries, userData))
    }

    /// Takes the first free name of `names`. Waits for the bus for at most two seconds per name.
    func takeName(from names: some Sequence<String>) throws(BusError) {
        for name in names {
            let result = sd_bus_request_name(bus, name, 0)
            if result == -EEXIST { continue }
            try check(result)
            return
        }
        throw BusError(code: -EEXIST)
    }

    /// Processes received messages, and calls the handlers. Throws if the bus has disconnected.
    func process() throws(BusError) {
        while try check(sd_bus_process(bus, nil)) > 0 {}
    }

    /// Sends `PropertiesChanged` with the present values of `properties`.
    func announce(
        _ properties: [String], of interface: String, at path: String
    ) throws(BusError) {
        var names = properties.map { strdup($0) } + [nil]
        defer { for name in names { free(name) } }
        try check(sd_bus_emit_properties_changed_strv(bus, path, interface, &names))
    }

    func signal(
        _ name: String, of interface: String, at path: String, _ value: BusValue
    ) throws(BusError) {
        var message: OpaquePointer?
        try check(sd_bus_message_new_signal(bus, &message, path, interface, name))
        defer { sd_bus_message_unref(message) }
        try BusWriter(message: message!).append(value)
        try check(sd_bus_send(bus, message, nil))
    }

    /// Waits until a message arrives, or until `wakeDescriptor` is readable.
    func wait(for wakeDescriptor: Int32) throws(BusError) {
        let descriptor = try check(sd_bus_get_fd(bus))
        let events = try check(sd_bus_get_events(bus))
        var deadline = UInt64.max
        try check(sd_bus_get_timeout(bus, &deadline))
        var polled = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
        poll(&polled, nfds_t(polled.count), Self.timeout(from: microseconds, until: deadline))
    }

    /// The timeout for `poll` from `now` until `deadline`, both in microseconds of the monotonic
    /// clock: whole milliseconds, rounded up; negative if there is no deadline.
    static func timeout(from now: UInt64, until deadline: UInt64) -> Int32 {
        guard deadline != .max else { return -1 }
        guard deadline > now else { return 0 }
        return Int32(clamping: (deadline - now - 1) / 1000 + 1)
    }
}

/// An error of sd-bus: a negative `errno`.
struct BusError: Error, Hashable {
    let code: Int32
}

extension BusError: CustomStringConvertible {
    var description: String { String(cString: strerror(-code)) }
}

/// Returns a non-negative result of sd-bus, and throws any other.
@discardableResult
func check(_ result: Int32) throws(BusError) -> Int32 {
    guard result >= 0 else { throw BusError(code: result) }
    return result
}
