import CSystemd
import Glibc
import MediaTime

/// Owns a connection to the message bus of the user's desktop, and closes it.
///
/// For one thread only.
struct BusConnection: ~Copyable {
    private let bus: OpaquePointer

    /// How long a bus may take to answer.
    private static let patienceMicroseconds: UInt64 = 2_000_000

    /// Connects to the bus that `DBUS_SESSION_BUS_ADDRESS` names, else to the one of the user's
    /// runtime folder.
    init() throws(BusError) {
        var bus: OpaquePointer?
        try check(sd_bus_open_user(&bus))
        sd_bus_set_method_call_timeout(bus, Self.patienceMicroseconds)
        self.bus = bus!
    }

    deinit {
        sd_bus_close_unref(bus)
    }

    /// Lets others call `interface` of the object at `path`; `userData` is passed on to the
    /// handlers. Both have to outlive the connection.
    func serve(
        _ interface: BusInterface, at path: String, _ userData: UnsafeMutableRawPointer
    ) throws(BusError) {
        try check(
            sd_bus_add_object_vtable(bus, nil, path, interface.name, interface.entries, userData))
    }

    /// Takes the first of `names` that nobody has. Waits for the bus, at most two seconds a name.
    func takeName(from names: some Sequence<String>) throws(BusError) {
        for name in names {
            let result = sd_bus_request_name(bus, name, 0)
            if result == -EEXIST { continue }
            try check(result)
            return
        }
        throw BusError(code: -EEXIST)
    }

    /// Handles what has come; the handlers are called meanwhile. Throws when the bus is gone.
    func process() throws(BusError) {
        while try check(sd_bus_process(bus, nil)) > 0 {}
    }

    /// Says that properties of `interface` have changed, with what they are now.
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

    /// Waits until something comes over the bus, or `bell` is readable.
    func wait(for bell: Int32) throws(BusError) {
        let descriptor = try check(sd_bus_get_fd(bus))
        let events = try check(sd_bus_get_events(bus))
        var deadline = UInt64.max
        try check(sd_bus_get_timeout(bus, &deadline))
        var polled = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
        ]
        poll(&polled, nfds_t(polled.count), Self.milliseconds(until: deadline))
    }

    /// What `poll` is to wait until the monotonic clock shows `deadline` microseconds.
    private static func milliseconds(until deadline: UInt64) -> Int32 {
        guard deadline != .max else { return -1 }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
        guard deadline > microseconds else { return 0 }
        return Int32(clamping: (deadline - microseconds + 999) / 1000)
    }
}
