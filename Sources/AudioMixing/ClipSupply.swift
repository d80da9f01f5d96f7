import MediaTime
import PCMAudio

/// What a clip's source has to give, as seen at one moment.
///
/// Rendering reads supplies, never the stores' own counts, so that one call
/// sees one state of affairs. A clip that ran out of samples once stays silent
/// from there on, whatever arrives later, until a new plan places it anew.
public struct ClipSupply: Hashable, Sendable, BitwiseCopyable {
    /// The programme frames that can be read.
    public var readable: FrameRange

    /// The frame after the source's last one, or ``FrameTime/distantFuture`` while unknown.
    public var end: FrameTime

    /// The output frame from which on the clip is silent because it ran out of samples.
    public var silentFrom = FrameTime.distantFuture

    /// How the clip fades away before that, as far as it was still to be rendered when it was found
    /// out.
    package private(set) var farewell: Ramp?

    /// Frames of ``farewell``: 5 ms.
    private static var farewellFrameCount: Int { @_noLocks @_noAllocation get { 240 } }

    /// Nothing can be read yet.
    @_noLocks @_noAllocation
    public init() {
        readable = FrameRange(.zero, .zero)
        end = .distantFuture
    }

    /// Sees what `clip`'s source has now.
    @_noLocks @_noAllocation
    package mutating func refresh(for clip: Clip) {
        // In this order: an end that is known says that nothing is stored after the next look.
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

    /// Finds the first frame of `block` at which `clip` should be heard and has no samples yet,
    /// and has it fade away up to there and be silent from there on.
    ///
    /// Inside a range of `limited`, a frame's look-ahead has to be there as well. Returns `nil`
    /// where nothing is missing, or the clip was silenced before.
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

    /// The first output frame from `position` on at which `clip` should be heard and has no samples
    /// yet; ``FrameTime/distantFuture`` if there is none, or the clip was silenced.
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

/// For how many frames after a limited range its limiter may still be letting go.
package var limiterTailFrameCount: Int { Limiter.tail }

/// How many frames after a frame can have a say in how it sounds.
package var lookAheadFrameCount: Int { Limiter.lookAhead }

/// Where the frames end that the output before `end` depends on: later than `end` where the
/// limiter looks ahead.
package func neededEnd(before end: FrameTime, limited: Span<FrameRange>) -> FrameTime {
    for index in limited.indices where limited[index].contains(end - 1) {
        return earlier(limited[index].end, end + Limiter.lookAhead)
    }
    return end
}
