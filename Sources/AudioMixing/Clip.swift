import MediaTime
import PCMAudio

/// A stretch of one source on the output timeline.
///
/// A clip places a source's frames, from ``sourceStart`` on, at the output frames in ``output``,
/// scaled by ``envelope``. It is trivial: a real-time thread reads clips without reference
/// counting.
public struct Clip: Hashable, Sendable, BitwiseCopyable {
    /// The samples to play. The plan that holds the clip keeps their store alive.
    public var source: SampleHandle

    /// The output frames that the clip fills; ends at ``FrameTime/distantFuture`` if the clip's end
    /// is not known.
    public var output: FrameRange

    /// The programme frame that plays at the first output frame.
    public var sourceStart: FrameTime

    public var envelope: Envelope

    public init(
        source: SampleHandle, output: FrameRange, sourceStart: FrameTime,
        envelope: Envelope = .unity
    ) {
        self.source = source
        self.output = output
        self.sourceStart = sourceStart
        self.envelope = envelope
    }

    /// The programme frame that plays at output frame `time`.
    @_noLocks @_noAllocation
    public func sourceFrame(at time: FrameTime) -> FrameTime {
        sourceStart + (time - output.start)
    }

    /// The output frame at which programme frame `frame` plays.
    @_noLocks @_noAllocation
    func outputFrame(of frame: FrameTime) -> FrameTime {
        frame < .distantFuture ? output.start + (frame - sourceStart) : frame
    }
}
