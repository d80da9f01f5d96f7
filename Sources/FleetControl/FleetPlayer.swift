import Advertising
import BeaconStorage
import Dispatch
import Glibc
import MediaTime
import Platform
import Synchronization

/// A player in a fleet: runs the connection to the broker on a thread of its own.
///
/// The player does not wait for it, and plays on without a broker. Callable from any thread.
package final class FleetPlayer: Sendable {
    /// What the fleet asks of the player, and tells it. Called on the fleet's thread; must not block.
    package struct Handler: Sendable {
        /// Plays spots as one break, and passes on what becomes of them. The id is `nil` for a
        /// scheduled break.
        package var push:
            @Sendable (
                _ id: String?, [Advertisement], _ report: @escaping @Sendable (FleetAck) -> Void
            ) -> Void
        /// Fills breaks with these spots from now on; `nil` for those that the player began with.
        package var fill: @Sendable ([Advertisement]?) -> Void
        package var joined: @Sendable () -> Void
        package var lost: @Sendable (_ reason: String) -> Void
        package var warn: @Sendable (String) -> Void

        package init(
            push:
                @escaping @Sendable (
                    _ id: String?, [Advertisement],
                    _ report: @escaping @Sendable (FleetAck) -> Void
                ) -> Void, fill: @escaping @Sendable ([Advertisement]?) -> Void,
            joined: @escaping @Sendable () -> Void,
            lost: @escaping @Sendable (_ reason: String) -> Void,
            warn: @escaping @Sendable (String) -> Void
        ) {
            self.push = push
            self.fill = fill
            self.joined = joined
            self.lost = lost
            self.warn = warn
        }
    }

    private let mailbox: FleetMailbox
    private let lastState = Mutex("")
    private let hasEnded = DispatchSemaphore(value: 0)

    /// How long ``close()`` waits for the broker.
    private static let farewellLimit = DispatchTimeInterval.seconds(1)

    /// Joins the fleet at `address` as `name`. Returns once libmosquitto is loaded; the broker may
    /// be away.
    ///
    /// `folder` keeps the ids of pushes on disk.
    package init(
        _ address: FleetAddress, named name: FleetName, folder: String?, handler: Handler
    ) throws(FleetFailure) {
        let store = FleetStore(folder: folder, warn: handler.warn)
        let member = FleetMember(address, named: name, remembered: store.remembered)
        do throws(SystemError) {
            mailbox = try FleetMailbox()
        } catch {
            throw FleetFailure("\(error)")
        }
        let loop = FleetLoopHandover(
            FleetLoop(
                member, store,
                try BrokerConnection(
                    address,
                    as: .kept("interlude-\(address.fleet)-\(name)", will: member.will)),
                mailbox, handler))
        do throws(ThreadFailure) {
            try PlatformThread.start(named: "interlude-fleet") { [hasEnded] in
                loop.loop.run()
                hasEnded.signal()
            }
        } catch {
            throw FleetFailure("\(error)")
        }
    }

    /// Reports the status of the player, as JSON, if the fleet does not have it.
    ///
    /// A status that only counts on wakes nobody up: the fleet gets it a little later.
    package func report(status: @escaping @Sendable () -> String, state: String) {
        let isNew = lastState.withLock { lastState in
            defer { lastState = state }
            return state != lastState
        }
        mailbox.put(wakes: isNew) { $0.status = (status, state) }
    }

    /// Reports a line of the event log.
    package func report(event: String, line: String) {
        mailbox.put { contents in
            // A broker that takes nothing loses lines, not the memory of the player.
            guard contents.events.count < FleetMailbox.eventLimit else { return }
            contents.events.append((event, line))
        }
    }

    /// Leaves the fleet. Blocks for at most a second. Call once.
    package func close() {
        mailbox.put { $0.mustEnd = true }
        _ = hasEnded.wait(timeout: .now() + Self.farewellLimit)
    }
}

/// Passes a loop to its thread.
private final class FleetLoopHandover: @unchecked Sendable {
    // @unchecked Sendable: only the thread uses it.
    let loop: FleetLoop

    init(_ loop: FleetLoop) { self.loop = loop }
}

/// Messages from other threads to the fleet's.
final class FleetMailbox: Sendable {
    static let eventLimit = 1000

    struct Contents {
        var status: (text: @Sendable () -> String, state: String)?
        var events: [(event: String, line: String)] = []
        var acks: [FleetAck] = []
        var mustEnd = false
    }

    /// Readable while the mailbox has contents.
    let descriptor: Int32
    private let bell: Int32
    private let contents = Mutex(Contents())

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .newest }
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, bell) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(bell)
    }

    /// Changes the contents. Callable from any thread; never blocks.
    func put(wakes: Bool = true, _ change: @Sendable (inout Contents) -> Void) {
        contents.withLock { change(&$0) }
        guard wakes else { return }
        // If the pipe is full, it is readable already.
        write(bell, [1], 1)
    }

    /// Takes all. For the fleet's thread.
    func take() -> Contents {
        var rung = [UInt8](repeating: 0, count: 256)
        while Glibc.read(descriptor, &rung, rung.count) == rung.count {}
        return contents.withLock { contents in
            defer { contents = Contents(mustEnd: contents.mustEnd) }
            return contents
        }
    }
}
