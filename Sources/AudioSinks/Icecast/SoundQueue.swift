import Dispatch
import MediaTime
import PCMAudio

/// Samples on their way from a sink's thread to one that encodes them.
///
/// Adding never waits for the reader: what does not fit is dropped.
final class SoundQueue: Sendable {
    /// The result of ``next()``.
    enum Portion: Equatable {
        /// Interleaved samples of 100 ms, fewer at the end.
        case samples([Float])
        case over
    }

    /// Ten seconds.
    private static let capacity = 10 * FrameTime.rate * AudioFormat.pipelineChannelCount
    private static let portionLength = FrameTime.rate / 10 * AudioFormat.pipelineChannelCount

    private let state = Guarded(State())
    private let changes = DispatchSemaphore(value: 0)

    private struct State {
        var samples: [Float] = []
        var isFinished = false

        var hasPortion: Bool { isFinished || samples.count >= SoundQueue.portionLength }
    }

    /// Appends interleaved samples.
    func add(_ samples: Span<Float>) {
        let hasPortion = state.withLock { state in
            guard state.samples.count + samples.count <= Self.capacity else { return true }
            for index in samples.indices { state.samples.append(samples[index]) }
            return state.hasPortion
        }
        if hasPortion { changes.signal() }
    }

    /// Nothing is added any more.
    func finish() {
        state.withLock { $0.isFinished = true }
        changes.signal()
    }

    /// Whether ``finish()`` was called.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Drops what waits.
    func removeAll() {
        state.withLock { $0.samples.removeAll(keepingCapacity: true) }
    }

    /// Blocks until there is a portion.
    func next() -> Portion {
        while true {
            let portion = state.withLock { state -> Portion? in
                guard state.hasPortion else { return nil }
                guard !state.samples.isEmpty else { return .over }
                let count = min(state.samples.count, Self.portionLength)
                defer { state.samples.removeFirst(count) }
                return .samples(Array(state.samples.prefix(count)))
            }
            if let portion { return portion }
            changes.wait()
        }
    }
}
