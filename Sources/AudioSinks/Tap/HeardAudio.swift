import MediaTime
import PCMAudio

/// Keeps rendered audio until it was heard, and then passes it on in blocks.
///
/// Used on the sink's thread only, outside of rendering. Audio that is rendered again replaces the
/// earlier version, and so only audio that reached the listener is passed on.
package final class HeardAudio: @unchecked Sendable {
    // @unchecked Sendable: belongs to the sink's thread, and after its end to the session's.

    private let blocks: [HeardBlocks]

    /// How many frames between rendering and hearing are kept: more than five seconds.
    private static let capacity = 1 << 18
    private static let channelCount = AudioFormat.pipelineChannelCount

    /// Interleaved; frame n is at n modulo the capacity.
    private let samples: UnsafeMutableBufferPointer<Float>
    private var rendered = FrameTime.zero
    private var heard = FrameTime.zero
    /// The first frame not yet passed on.
    private var blockStart = FrameTime.zero

    /// Each of `blocks` gets all that was heard.
    package init(for blocks: [HeardBlocks]) {
        self.blocks = blocks
        samples = .allocate(capacity: Self.capacity * Self.channelCount)
        samples.initialize(repeating: 0)
    }

    deinit {
        samples.deallocate()
    }

    /// Stores interleaved samples that were rendered from output frame `start` on.
    func keep(_ block: Span<Float>, from start: FrameTime) {
        let place = place(of: start)
        let untilEnd = min(block.count, samples.count - place)
        block.withUnsafeBufferPointer { block in
            _ = samples[place...].update(fromContentsOf: block[..<untilEnd])
            _ = samples.update(fromContentsOf: block[untilEnd...])
        }
        rendered = start + block.count / Self.channelCount
    }

    /// Passes on what was heard before `frame`, as far as it fills blocks.
    func pass(before frame: FrameTime) {
        heard = max(heard, frame)
        blockStart = max(blockStart, rendered - Self.capacity)
        while heard - blockStart >= HeardBlocks.frameCount {
            handBlock(of: HeardBlocks.frameCount)
        }
    }

    /// Passes on the rest. Call once the sink's thread has ended.
    package func finish() {
        if heard > blockStart { handBlock(of: heard - blockStart) }
        cancel()
    }

    /// Passes on nothing more. Callable from any thread.
    package func cancel() {
        for queue in blocks { queue.finish() }
    }

    private func handBlock(of frameCount: Int) {
        let place = place(of: blockStart)
        let count = frameCount * Self.channelCount
        let untilEnd = min(count, samples.count - place)
        let base = samples.baseAddress!
        for queue in blocks {
            queue.add(FrameRange(blockStart, count: frameCount)) { block in
                block.update(from: base + place, count: untilEnd)
                (block + untilEnd).update(from: base, count: count - untilEnd)
            }
        }
        blockStart = blockStart + frameCount
    }

    private func place(of frame: FrameTime) -> Int {
        (Int(frame.frames) & (Self.capacity - 1)) * Self.channelCount
    }
}
