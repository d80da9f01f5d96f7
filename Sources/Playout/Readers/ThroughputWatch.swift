import AudioDecoding
import PCMAudio
import StreamFetching

/// Breaks a connection off that does not bring sound as fast as it is heard.
///
/// Looks at it now and then until ``stop()``, which has to be called.
final class ThroughputWatch: Sendable {
    private let start: ContinuousClock.Instant
    private let pace: Watched
    private let task: Task<Void, Never>

    private static let interval = Duration.milliseconds(500)

    /// Begins to watch.
    init(on connection: any LiveConnection) {
        let (start, pace) = (ContinuousClock.now, Watched())
        self.start = start
        self.pace = pace
        task = Task {
            while !Task.isCancelled {
                let now = ContinuousClock.now - start
                if let shortage = pace.value.withLock({ $0.shortage(at: now) }) {
                    return connection.breakOff(because: shortage)
                }
                // try?: what it throws says that it was stopped, which the loop sees.
                try? await ContinuousClock().sleep(for: Self.interval)
            }
        }
    }

    /// `packet` came.
    func note(_ packet: borrowing Packet) {
        let length = packet.stream.hasExactLengths ? packet.length.duration : nil
        let now = ContinuousClock.now - start
        pace.value.withLock { $0.receive(length, at: now) }
    }

    func stop() { task.cancel() }

    /// What the watch and the network thread share.
    private final class Watched: Sendable {
        let value = Guarded(ThroughputMonitor())
    }
}
