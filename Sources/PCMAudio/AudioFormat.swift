import MediaTime

/// How samples lie in memory: 32-bit floats, interleaved, at one rate.
public struct AudioFormat: Hashable, Sendable, BitwiseCopyable {
    /// Frames in a second.
    public var sampleRate: Int

    /// Samples in a frame.
    public var channelCount: Int

    public init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// The format of the whole pipeline, from the decoder to the sink: 48 kHz stereo.
    public static let pipeline = AudioFormat(sampleRate: FrameTime.rate, channelCount: 2)

    /// Samples in a frame of ``pipeline``, as a compile-time constant.
    @inlinable
    public static var pipelineChannelCount: Int { @_noLocks @_noAllocation get { 2 } }
}
