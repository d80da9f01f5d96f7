import DequeModule
import MediaTime
import PCMAudio

/// A stream's loudness in blocks of 400 ms that begin every 100 ms, addressed by stream frame.
///
/// The decoding thread measures ahead of playback; any thread may query decoded frames. Blocks
/// older than ten minutes are dropped.
package final class LoudnessTrack: Sendable {
    private struct State {
        /// The mean squares of the K-weighted blocks, the newest last.
        var energies: Deque<Float> = []
        /// How many older blocks were dropped.
        var forgotten = 0
    }

    private let start: FrameTime
    private let state = Guarded(State())

    /// Frames from the start of one block to the start of the next.
    package static let hop = FrameTime.rate / 10
    /// Frames in a block.
    package static let blockLength = 4 * hop

    private static let limit = 6000

    /// The first block will begin at stream frame `start`.
    package init(startingAt start: FrameTime) {
        self.start = start
    }

    /// Adds the next block. What is no number counts as no sound.
    func add(_ energy: Double) {
        let energy = energy.isFinite ? energy : 0
        state.withLock { state in
            state.energies.append(Float(energy))
            guard state.energies.count > Self.limit else { return }
            state.energies.removeFirst()
            state.forgotten += 1
        }
    }

    /// The mean squares of the blocks that lie entirely in `range`, as far as they are kept.
    package func blocks(in range: FrameRange) -> [Double] { placedBlocks(in: range).energies }

    /// The same, with the stream frame at which the first of them begins.
    package func placedBlocks(in range: FrameRange) -> (start: FrameTime, energies: [Double]) {
        state.withLock { state in
            let first = max(0, range.start - start + Self.hop - 1) / Self.hop
            let last = (range.end - start - Self.blockLength) / Self.hop
            let low = max(0, first - state.forgotten)
            let high = min(last + 1 - state.forgotten, state.energies.count)
            guard range.end - start >= Self.blockLength, low < high else { return (start, []) }
            let begin = start + (state.forgotten + low) * Self.hop
            return (begin, state.energies[low..<high].map(Double.init))
        }
    }
}
