import MediaTime
import PCMAudio

/// A stretch of one source on the output timeline.
///
/// Says: this source, from this programme frame, at this output frame, for
/// this long, under this envelope. Plain memory, so that a real-time thread
/// reads clips without counting references.
public struct Clip: Hashable, Sendable, BitwiseCopyable {
    /// Whose samples are heard. The plan that holds the clip keeps their store alive.
    public var source: SampleHandle

    /// The output frames that the clip fills; ends at ``FrameTime/distantFuture`` when its end
    /// is not known.
    public var output: FrameRange

    /// The programme frame that is heard at the first output frame.
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

    /// The programme frame that is heard at output frame `time`.
    @_noLocks @_noAllocation
    public func sourceFrame(at time: FrameTime) -> FrameTime {
        sourceStart + (time - output.start)
    }

    /// The output frame at which programme frame `frame` is heard.
    @_noLocks @_noAllocation
    func outputFrame(of frame: FrameTime) -> FrameTime {
        frame < .distantFuture ? output.start + (frame - sourceStart) : frame
    }
}
