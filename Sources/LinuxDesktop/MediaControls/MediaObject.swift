import CSystemd
import Interlude

/// The player's object on the bus.
///
/// Belongs to the thread of the bus; sd-bus calls it there.
final class MediaObject {
    /// Executes a command, and calls `reply` on any thread.
    typealias Handler =
        @Sendable (SessionCommand, _ reply: @escaping @Sendable (CommandReply) -> Void) -> Void

    private let mailbox: MediaMailbox
    private let handler: Handler
    private let interfaces = [
        BusInterface(MediaInterfaces.root, MediaInterfaces.rootMembers, handlers),
        BusInterface(MediaInterfaces.player, MediaInterfaces.playerMembers, handlers),
    ]
    private var calls: [Int: BusCall] = [:]
    private var callCount = 0

    init(_ mailbox: MediaMailbox, handler: @escaping Handler) {
        self.mailbox = mailbox
        self.handler = handler
    }

    /// Makes this object available on `bus`. It must outlive the connection.
    func serve(over bus: borrowing BusConnection) throws(BusError) {
        let userData = Unmanaged.passUnretained(self).toOpaque()
        for interface in interfaces {
            try bus.serve(interface, at: MediaInterfaces.path, userData)
        }
    }

    /// Sends signals and replies.
    func send(
        _ contents: MediaMailbox.Contents, over bus: borrowing BusConnection
    ) throws(BusError) {
        let changed = contents.changes.changed.map(\.rawValue).sorted()
        if !changed.isEmpty {
            try bus.announce(changed, of: MediaInterfaces.player, at: MediaInterfaces.path)
        }
        if let position = contents.changes.seekedTo {
            try bus.signal(
                "Seeked", of: MediaInterfaces.player, at: MediaInterfaces.path,
                .int64(position.inMicroseconds))
        }
        for (number, reply) in contents.replies {
            guard let call = calls.removeValue(forKey: number) else { continue }
            switch reply {
            case .accepted: try call.succeed()
            case .refused(let reason): try call.fail(reason)
            }
        }
    }

    /// Drops the calls that wait for a reply, after the bus has disconnected.
    func forgetCalls() {
        calls = [:]
    }
}

extension MediaObject {
    private static let handlers = BusInterface.Handlers(
        call: { message, userData, error in
            MediaObject.answering(userData, error) { object throws(BusError) in
                try object.call(message!)
            }
        },
        get: { _, _, interface, property, reply, userData, error in
            MediaObject.answering(userData, error) { object throws(BusError) in
                try object.append(
                    String(cString: property!), of: String(cString: interface!), to: reply!)
            }
        },
        set: { _, _, _, property, value, userData, error in
            MediaObject.answering(userData, error) { object throws(BusError) in
                try object.set(String(cString: property!), to: value!)
            }
        })

    /// Calls `body`, which returns a refusal or `nil`, and returns its result for sd-bus.
    private static func answering(
        _ userData: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?,
        _ body: (MediaObject) throws(BusError) -> String?
    ) -> Int32 {
        let object = Unmanaged<MediaObject>.fromOpaque(userData!).takeUnretainedValue()
        do throws(BusError) {
            guard let refusal = try body(object) else { return 1 }
            return sd_bus_error_set(error, BusCall.refusal, refusal)
        } catch {
            return error.code
        }
    }

    /// Handles a method call. Returns the reason of a refusal; `nil` if the call is answered now or
    /// later.
    private func call(_ message: OpaquePointer) throws(BusError) -> String? {
        let name = String(cString: sd_bus_message_get_member(message))
        guard let request = try MediaRequest(method: name, BusReader(message: message)) else {
            return "there is no method \(name)"
        }
        switch mailbox.player.answer(request) {
        case .refusal(let reason): return reason
        case .nothing: try BusCall(message).succeed()
        case .command(let command):
            callCount += 1
            calls[callCount] = BusCall(message)
            handler(command) { [mailbox, callCount] in mailbox.put($0, to: callCount) }
        }
        return nil
    }

    /// Appends the value of a property to `reply`.
    private func append(
        _ name: String, of interface: String, to reply: OpaquePointer
    ) throws(BusError) -> String? {
        let value =
            if interface == MediaInterfaces.player {
                MediaProperty(rawValue: name).map(mailbox.player.value)
            } else {
                MediaInterfaces.rootValues.first { $0.key == name }?.value
            }
        guard let value else { return "there is no property \(name)" }
        try BusWriter(message: reply).append(value)
        return nil
    }

    /// Sets a property. Returns the reason of a refusal; `nil` also if the session refuses later.
    private func set(_ name: String, to value: OpaquePointer) throws(BusError) -> String? {
        let property = MediaProperty(rawValue: name)
        guard let request = try MediaRequest(setting: property, BusReader(message: value)) else {
            return "\(name) cannot be set"
        }
        switch mailbox.player.answer(request) {
        case .refusal(let reason): return reason
        case .nothing: break
        case .command(let command): handler(command) { _ in }
        }
        return nil
    }
}
