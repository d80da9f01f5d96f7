import CFFmpeg
import FFmpegCalls
import MediaTime

/// Owns one `AVFrame`, which a decoder refills repeatedly.
struct DecodedFrame: ~Copyable {
    private let owned = OwnedFrame()

    var frame: UnsafeMutablePointer<AVFrame> { owned.pointer }

    var sampleCount: Int { Int(frame.pointee.nb_samples) }

    /// The frame's duration, computed at the lowest allowed rate if its own rate is lower.
    var duration: Duration {
        let rate = max(Int(frame.pointee.sample_rate), SampleFormat.rates.lowerBound)
        return SampleCount(sampleCount, rate: rate).duration
    }

    /// The format of the frame's samples. Containers and codecs may declare another one.
    var format: SampleFormat { SampleFormat(frame) }

    /// Whether the decoder reports that it concealed damage in the frame.
    var isDamaged: Bool {
        frame.pointee.decode_error_flags != 0
            || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    }
}

/// The memory layout, sample rate and channel layout of a decoder's samples.
struct SampleFormat: Hashable {
    let sampleFormat: AVSampleFormat.RawValue
    let sampleRate: Int
    let channelCount: Int
    /// The channel layout as FFmpeg's bit mask; 0 if the stream does not declare it.
    let channelMask: UInt64

    /// The allowed sample rates. At lower ones a few bytes would become hours.
    static let rates = 1000...768_000

    init(_ frame: UnsafePointer<AVFrame>) {
        let layout = frame.pointee.ch_layout
        sampleFormat = AVSampleFormat.RawValue(frame.pointee.format)
        sampleRate = Int(frame.pointee.sample_rate)
        channelCount = Int(layout.nb_channels)
        channelMask = layout.order == AV_CHANNEL_ORDER_NATIVE ? layout.u.mask : 0
    }

    /// Whether the pipeline can use samples of this format unchanged.
    var isPipeline: Bool {
        sampleFormat == AV_SAMPLE_FMT_FLT.rawValue && channelCount == 2
            && sampleRate == 48_000 && (channelMask == 0 || channelMask == 3)
    }
}
