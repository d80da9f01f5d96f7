import MediaTime
import PCMAudio
import Platform

/// Gives turns to sinks that share a thread: to each of them every ``UnattendedSink/period``.
///
/// The turns are spread over the period. The thread ends with the last sink, and another one begins
/// with the next.
final class SinkRound: Sendable {
    /// The round of this process.
    static let shared = SinkRound()

    /// Into how many parts a period is divided.
    private static let stepCount = 10
    private static let step = Double(UnattendedSink.period) / Double(FrameTime.rate * stepCount)

    private let state = Guarded(State())

    private struct State {
        /// The sinks whose turn is in each step of the period.
        var sinks: [[UnattendedSink]] = Array(repeating: [], count: SinkRound.stepCount)
        /// Whether there is a thread.
        var isRunning = false

        var isEmpty: Bool { sinks.allSatisfy(\.isEmpty) }
    }

    /// Gives turns to `sink` until it is finished. Callable from any thread.
    func add(_ sink: UnattendedSink) throws(ThreadFailure) {
        try state.withLock { state throws(ThreadFailure) in
            if !state.isRunning {
                // Here, so that no other sink relies on a thread that does not start.
                try PlatformThread.start(named: "interlude-null") { self.run() }
                state.isRunning = true
            }
            // Where there are the fewest.
            let index = state.sinks.indices.min { state.sinks[$0].count < state.sinks[$1].count }
            state.sinks[index ?? 0].append(sink)
        }
    }

    /// The thread's entry point.
    private func run() {
        var next = MonotonicTime.now
        var index = 0
        while true {
            let due = state.withLock { $0.sinks[index] }
            var finished: [ObjectIdentifier] = []
            for sink in due where !sink.takeTurn(at: .now) {
                finished.append(ObjectIdentifier(sink))
            }
            if !finished.isEmpty {
                let isLast = state.withLock { state in
                    state.sinks[index].removeAll { finished.contains(ObjectIdentifier($0)) }
                    state.isRunning = !state.isEmpty
                    return !state.isRunning
                }
                if isLast { return }
            }
            index = (index + 1) % Self.stepCount
            // A thread that was held up gives one turn for all that were missed.
            next = max(next.advanced(by: Self.step), .now)
            next.sleep()
        }
    }
}
