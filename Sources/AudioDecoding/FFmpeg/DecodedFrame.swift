import CFFmpeg
import FFmpegCalls
import MediaTime

/// Owns one `AVFrame`, filled again and again by a decoder.
struct DecodedFrame: ~Copyable {
    private let owned = OwnedFrame()

    var frame: UnsafeMutablePointer<AVFrame> { owned.pointer }

    var sampleCount: Int { Int(frame.pointee.nb_samples) }

    /// How long the frame's sound is, at the lowest rate that sound may have if it has a lower one.
    var duration: Duration {
        let rate = max(Int(frame.pointee.sample_rate), SampleFormat.rates.lowerBound)
        return SampleCount(sampleCount, rate: rate).duration
    }

    /// What the samples in the frame are. Only the frame itself is to be believed.
    var format: SampleFormat { SampleFormat(frame) }

    /// Whether the decoder says that it guessed a part of the frame.
    var isDamaged: Bool {
        frame.pointee.decode_error_flags != 0
            || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    }
}

/// How a decoder's samples lie in memory, their rate, and which loudspeakers they are for.
struct SampleFormat: Hashable {
    let sampleFormat: AVSampleFormat.RawValue
    let sampleRate: Int
    let channelCount: Int
    /// The loudspeakers as FFmpeg's bit mask; 0 if the stream does not say.
    let channelMask: UInt64

    /// Samples in a second that sound may have. Of fewer, a few bytes would become hours.
    static let rates = 1000...768_000

    init(_ frame: UnsafePointer<AVFrame>) {
        let layout = frame.pointee.ch_layout
        sampleFormat = AVSampleFormat.RawValue(frame.pointee.format)
        sampleRate = Int(frame.pointee.sample_rate)
        channelCount = Int(layout.nb_channels)
        channelMask = layout.order == AV_CHANNEL_ORDER_NATIVE ? layout.u.mask : 0
    }

    /// Whether samples of this format are the pipeline's as they are.
    var isPipeline: Bool {
        sampleFormat == AV_SAMPLE_FMT_FLT.rawValue && channelCount == 2
            && sampleRate == 48_000 && (channelMask == 0 || channelMask == 3)
    }
}
