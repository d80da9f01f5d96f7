import CSystemd
import Interlude

/// The object on the bus that others see the player as.
///
/// Belongs to the thread that talks to the bus: sd-bus calls it there.
final class MediaObject {
    /// Carries a command out; `reply` may be called on any thread.
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

    /// Lets others call this object, which has to outlive the connection.
    func serve(over bus: borrowing BusConnection) throws(BusError) {
        let userData = Unmanaged.passUnretained(self).toOpaque()
        for interface in interfaces {
            try bus.serve(interface, at: MediaInterfaces.path, userData)
        }
    }

    /// Tells others what lay in the mailbox.
    func tell(
        _ contents: MediaMailbox.Contents, over bus: borrowing BusConnection
    ) throws(BusError) {
        let changed = contents.news.changed.map(\.rawValue).sorted()
        if !changed.isEmpty {
            try bus.announce(changed, of: MediaInterfaces.player, at: MediaInterfaces.path)
        }
        if let position = contents.news.seekedTo {
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

    /// The bus is gone, and with it all who wait for an answer.
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

    /// Calls `body`, and says what became of it in the terms of sd-bus.
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

    /// Carries a method call out. Returns why it is refused, or `nil`: then it is answered, now or
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

    /// Appends what a property is to `reply`.
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

    /// Sets a property. Returns why that is refused, if it is before the session is asked.
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
