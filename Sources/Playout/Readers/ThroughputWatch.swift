import AudioDecoding
import PCMAudio
import StreamFetching

/// Closes a connection that does not deliver audio in real time.
///
/// Checks it twice a second until ``stop()``, which must be called.
final class ThroughputWatch: Sendable {
    private let start: ContinuousClock.Instant
    private let pace: Watched
    private let task: Task<Void, Never>

    private static let interval = Duration.milliseconds(500)

    /// Starts watching.
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
                // try?: it throws only on cancellation, which the loop checks.
                try? await ContinuousClock().sleep(for: Self.interval)
            }
        }
    }

    /// Records a received packet.
    func note(_ packet: borrowing Packet) {
        let length = packet.stream.hasExactLengths ? packet.length.duration : nil
        let now = ContinuousClock.now - start
        pace.value.withLock { $0.receive(length, at: now) }
    }

    func stop() { task.cancel() }

    /// State shared by the watch and the network thread.
    private final class Watched: Sendable {
        let value = Guarded(ThroughputMonitor())
    }
}
