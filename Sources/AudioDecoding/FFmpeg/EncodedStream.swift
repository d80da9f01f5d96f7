import CFFmpeg
import FFmpegCalls
import MediaTime

/// What a stream's packets are: their codec, and all that a decoder has to know beforehand.
///
/// Immutable, so any thread may hold one. Packets with the same object belong
/// to one run of a decoder; with another object, a new decoder is due.
package final class EncodedStream: @unchecked Sendable {
    // @unchecked Sendable: nothing is written after `init`.
    let parameters: UnsafeMutablePointer<AVCodecParameters>
    let timeBase: AVRational
    let container: Container
    /// How long an MP3 with an encoder's tag says to be, in ``Layer3Frame/ticks``; `nil` if it does
    /// not say.
    let announcedTicks: Int?
    /// Where the stream ends by its container's header; `nil` where the header does not count its
    /// samples. The file may hold less.
    let declaredLength: FrameTime?

    /// Copies what `stream` says of its packets.
    init(copying stream: UnsafePointer<AVStream>, in container: Container) {
        parameters = allocated(avcodec_parameters_alloc())
        avcodec_parameters_copy(parameters, stream.pointee.codecpar)
        timeBase = stream.pointee.time_base
        self.container = container
        let duration = stream.pointee.duration
        announcedTicks =
            container == .mp3 && duration > 0
            ? Int(av_rescale_q(duration, timeBase, Layer3Frame.tick)) : nil
        declaredLength = FrameTime(declaredOf: stream, in: container)
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
    }

    var codec: AVCodecID { parameters.pointee.codec_id }

    /// Samples in a second, as the container says, or as it counts time where it does not say, or
    /// says what no sound has.
    var sampleRate: Int {
        let said = Int(parameters.pointee.sample_rate)
        if SampleFormat.rates.contains(said) { return said }
        let counted = Int(timeBase.den)
        return timeBase.num == 1 && SampleFormat.rates.contains(counted) ? counted : 48_000
    }

    /// The codec's short name, such as `mp3`.
    package var codecName: String { String(cString: avcodec_get_name(codec)) }

    /// Whether packets of both can be the same, as far as is said of them.
    package func isAlike(_ other: EncodedStream?) -> Bool {
        codec == other?.codec && container == other?.container
            && sampleRate == other?.sampleRate
    }

    /// Whether the lengths of this stream's packets are known exactly without decoding them.
    package var hasExactLengths: Bool {
        switch codec {
        case AV_CODEC_ID_MP3, AV_CODEC_ID_AAC, AV_CODEC_ID_FLAC, AV_CODEC_ID_OPUS: true
        case let codec: av_get_exact_bits_per_sample(codec) > 0
        }
    }
}
