import MediaTime
import PCMAudio

/// A snapshot of the samples that a clip's source has.
///
/// Rendering reads supplies, never the stores' own counts, and so works on one consistent state per
/// call. A clip that has run out of samples stays silent until a new plan places it again, even if
/// more samples arrive.
public struct ClipSupply: Hashable, Sendable, BitwiseCopyable {
    /// The programme frames that can be read.
    public var readable: FrameRange

    /// The frame after the source's last one, or ``FrameTime/distantFuture`` while unknown.
    public var end: FrameTime

    /// The first output frame at which the clip is silent because it ran out of samples.
    public var silentFrom = FrameTime.distantFuture

    /// The fade-out before ``silentFrom``, as much of it as was not rendered yet when the underrun
    /// was found.
    package private(set) var farewell: Ramp?

    /// The full length of ``farewell`` in frames: 5 ms.
    private static var farewellFrameCount: Int { @_noLocks @_noAllocation get { 240 } }

    /// A supply from which nothing can be read yet.
    @_noLocks @_noAllocation
    public init() {
        readable = FrameRange(.zero, .zero)
        end = .distantFuture
    }

    /// Takes a new snapshot of `clip`'s source.
    @_noLocks @_noAllocation
    package mutating func refresh(for clip: Clip) {
        // Read the end first: once it is known, the counts read below are final.
        end = clip.source.end
        let oldest = clip.source.oldest
        readable = FrameRange(oldest, clip.source.readyEnd)
    }

    /// The output frames in which `clip` can be heard.
    @_noLocks @_noAllocation
    func audible(_ clip: Clip) -> FrameRange {
        let stored = FrameRange(
            clip.outputFrame(of: readable.start), clip.outputFrame(of: readable.end))
        let audible = clip.output.intersection(stored)
        return FrameRange(audible.start, earlier(audible.end, silentFrom))
    }

    /// Finds the first frame of `block` at which `clip` should play but has no samples yet. The
    /// clip fades out before that frame and is silent from it on.
    ///
    /// Inside a range of `limited`, a frame's look-ahead must be available too. Returns `nil` if
    /// nothing is missing, or if the clip is already silenced.
    @_noLocks @_noAllocation
    package mutating func starve(
        _ clip: Clip, in block: FrameRange, limited: Span<FrameRange>
    ) -> FrameTime? {
        let missing = firstMissing(of: clip, from: block.start, limited: limited)
        guard missing < block.end else { return nil }
        silentFrom = missing
        let start = later(block.start, missing - Self.farewellFrameCount)
        farewell = Ramp(start: start, frameCount: missing - start, from: 1, to: 0)
        return missing
    }

    /// The first output frame from `position` on at which `clip` should play but has no samples
    /// yet; ``FrameTime/distantFuture`` if there is none, or if the clip is already silenced.
    @_noLocks @_noAllocation
    package func firstMissing(
        of clip: Clip, from position: FrameTime, limited: Span<FrameRange>
    ) -> FrameTime {
        guard silentFrom >= .distantFuture else { return .distantFuture }
        let needed = earlier(clip.output.end, clip.outputFrame(of: end))
        let ready = clip.outputFrame(of: readable.end)
        guard ready < needed else { return .distantFuture }
        var missing = ready
        for index in limited.indices where limited[index].contains(ready) {
            missing = later(limited[index].start, ready - Limiter.lookAhead)
        }
        missing = later(missing, later(position, clip.output.start))
        return missing < needed ? missing : .distantFuture
    }
}

/// The limiter's longest release after the end of a limited range, in frames.
package var limiterTailFrameCount: Int { Limiter.tail }

/// How many later frames can affect the output at a frame.
package var lookAheadFrameCount: Int { Limiter.lookAhead }

/// The end of the frames that the output before `end` depends on; later than `end` where the
/// limiter looks ahead.
package func neededEnd(before end: FrameTime, limited: Span<FrameRange>) -> FrameTime {
    for index in limited.indices where limited[index].contains(end - 1) {
        return earlier(limited[index].end, end + Limiter.lookAhead)
    }
    return end
}
