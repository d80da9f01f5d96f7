import CSystemd
import Glibc
import MediaTime

/// The loop of the thread of ``MediaControls``: connects and reconnects to the bus, and exchanges
/// messages between the bus and the mailbox.
struct MediaLoop: ~Copyable {
    let mailbox: MediaMailbox
    let object: MediaObject
    let presence: MediaControls.Presence
    let onTrouble: @Sendable (String) -> Void

    private var mustEnd = false
    private var failureCount = 0
    private var wasConnected = false

    init(
        _ mailbox: MediaMailbox, _ object: MediaObject, _ presence: MediaControls.Presence,
        onTrouble: @escaping @Sendable (String) -> Void
    ) {
        self.mailbox = mailbox
        self.object = object
        self.presence = presence
        self.onTrouble = onTrouble
    }

    /// Runs until the mailbox ends it, or until there is no bus and none was asked for. Blocks.
    consuming func run() {
        defer { mailbox.abandon() }
        while !mustEnd {
            do throws(BusError) {
                try serve()
            } catch {
                object.forgetCalls()
                guard wasConnected || presence == .asked else { return }
                if !wasConnected, failureCount == 0 {
                    onTrouble(
                        "no desktop message bus responds (\(error)); media keys work once one does")
                }
                failureCount += 1
                waitForNextAttempt()
            }
        }
    }

    private mutating func serve() throws(BusError) {
        let bus = try BusConnection()
        try object.serve(over: bus)
        try bus.takeName(from: MediaInterfaces.names(process: getpid()))
        wasConnected = true
        failureCount = 0
        while true {
            try bus.process()
            let contents = mailbox.take()
            try object.send(contents, over: bus)
            mustEnd = contents.mustEnd
            if mustEnd { return }
            try bus.wait(for: mailbox.wakeDescriptor)
        }
    }

    /// The pauses in seconds after the first failed attempts in a row; the last one after all others.
    private static let pauses = [1, 2, 4, 8, 16, 30]

    /// The pause after the last of `failureCount` failed attempts in a row.
    static func pause(after failureCount: Int) -> Duration {
        .seconds(pauses[min(failureCount, pauses.count) - 1])
    }

    /// Waits for the pause. Discards changes meanwhile: clients read the present values once there
    /// is a bus.
    private mutating func waitForNextAttempt() {
        let deadline = ContinuousClock.now + Self.pause(after: failureCount)
        while !mustEnd {
            let rest = (deadline - .now) / .milliseconds(1)
            guard rest > 0 else { return }
            var polled = [pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)]
            poll(&polled, 1, Int32(saturating: rest.rounded(.up)))
            mustEnd = mailbox.take().mustEnd
        }
    }
}
