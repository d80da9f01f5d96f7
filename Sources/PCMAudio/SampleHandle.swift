import MediaTime
import Synchronization

/// Names the samples of one ``SampleStore`` without owning them.
///
/// A handle is trivial: a clip can hold one, and a real-time thread can copy it without reference
/// counting. It is valid as long as its store, so the owner of the handles (a published plan) keeps
/// the stores alive. Within that rule everything here is safe, from any thread.
@safe
public struct SampleHandle: Hashable, @unchecked Sendable, BitwiseCopyable {
    // @unchecked Sendable: the fields of the block are atomics, and samples
    // are read only between the two counts that the atomics publish.
    @usableFromInline
    let block: UnsafePointer<SampleBlock>

    /// How many frames the store can hold.
    package var capacity: Int { block.pointee.capacity }

    /// The first programme frame that has not been stored yet. Everything from ``oldest`` up to it
    /// can be read.
    @inlinable
    package var readyEnd: FrameTime {
        @_noLocks @_noAllocation get {
            FrameTime(block.pointee.written.load(ordering: .acquiring))
        }
    }

    /// The frame after the source's last one, or ``FrameTime/distantFuture`` while unknown.
    @inlinable
    package var end: FrameTime {
        @_noLocks @_noAllocation get { FrameTime(block.pointee.end.load(ordering: .acquiring)) }
    }

    /// The first programme frame that can still be read.
    ///
    /// Until the source has ended, released frames may be overwritten at any moment and so do not
    /// count. After its end nothing is overwritten any more.
    @inlinable
    package var oldest: FrameTime {
        @_noLocks @_noAllocation get {
            let hasEnded = block.pointee.end.load(ordering: .acquiring) != Int64.max
            let written = block.pointee.written.load(ordering: .acquiring)
            let kept = written &- Int64(block.pointee.capacity)
            let first = block.pointee.first
            let released = hasEnded ? first : block.pointee.released.load(ordering: .relaxed)
            let oldest = kept > released ? kept : released
            return FrameTime(oldest > first ? oldest : first)
        }
    }

    /// Passes the samples of `range`, interleaved, to `body` in at most two pieces.
    ///
    /// `body` also receives how many frames of the range lie before its piece, and `out`: the
    /// compiler cannot check a closure that captures it for locks. The range must lie between
    /// ``oldest`` and ``readyEnd``. Never blocks.
    @inlinable
    @_noLocks @_noAllocation
    package func read(
        _ range: FrameRange, into out: inout MutableSpan<Float>,
        _ body: (Span<Float>, _ offset: Int, _ out: inout MutableSpan<Float>) -> Void
    ) {
        let channels = AudioFormat.pipelineChannelCount
        let capacity = block.pointee.capacity
        let count = range.count
        let start = Int((range.start.frames &- block.pointee.first) % Int64(capacity))
        let untilWrap = capacity &- start
        let head = count < untilWrap ? count : untilWrap
        let samples = block.pointee.samples
        body(
            UnsafeBufferPointer(start: samples + start &* channels, count: head &* channels).span,
            0, &out)
        if head < count {
            let rest = (count &- head) &* channels
            body(UnsafeBufferPointer(start: samples, count: rest).span, head, &out)
        }
    }
}

extension SampleHandle {
    /// Passes the samples of `range`, interleaved, to `body` in at most two pieces, each with how
    /// many frames of the range lie before it.
    ///
    /// The range must lie between ``oldest`` and ``readyEnd``. Never blocks.
    @_noLocks @_noAllocation
    package func read(_ range: FrameRange, _ body: (Span<Float>, _ offset: Int) -> Void) {
        var nothing = MutableSpan<Float>()
        read(range, into: &nothing) { samples, offset, _ in body(samples, offset) }
    }

    /// A copy of the samples of `range`, interleaved. Allocates, so not for real-time threads.
    ///
    /// The range must lie between ``oldest`` and ``readyEnd``.
    package func samples(in range: FrameRange) -> [Float] {
        var all = [Float](repeating: 0, count: range.count * AudioFormat.pipelineChannelCount)
        var span = all.mutableSpan
        read(range, into: &span) { piece, offset, all in copy(piece, to: &all, at: offset) }
        return all
    }
}

@_noLocks @_noAllocation
private func copy(_ piece: Span<Float>, to all: inout MutableSpan<Float>, at offset: Int) {
    let start = offset &* AudioFormat.pipelineChannelCount
    for index in piece.indices { all[start &+ index] = piece[index] }
}
