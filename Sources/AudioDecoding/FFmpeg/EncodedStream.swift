import CFFmpeg
import FFmpegCalls
import MediaTime

/// The codec of a stream's packets, and the parameters that a decoder needs.
///
/// Immutable, and usable from any thread. Packets with the same object belong to one run of a
/// decoder; another object requires a new decoder.
package final class EncodedStream: @unchecked Sendable {
    // @unchecked Sendable: nothing is written after `init`.
    let parameters: UnsafeMutablePointer<AVCodecParameters>
    let timeBase: AVRational
    let container: Container
    /// The duration that an MP3's encoder tag declares, in ``Layer3Frame/ticks``; `nil` if there is
    /// none.
    let announcedTicks: Int?
    /// The stream's end as the container's header declares it; `nil` if the header does not count
    /// samples. The file may hold less.
    let declaredLength: FrameTime?
    /// The same, or the end that an MP3's encoder tag declares, which may be that of the first of
    /// several streams.
    let announcedLength: FrameTime?
    /// The stream's end as FFmpeg estimates it where the header does not declare it; `nil` if FFmpeg has
    /// nothing to estimate it from, such as the size of the file.
    let estimatedLength: FrameTime?

    /// Copies the parameters of `stream`.
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
        estimatedLength =
            declaredLength == nil ? FrameTime(durationOf: stream.pointee) : nil
        announcedLength =
            declaredLength
            ?? announcedTicks.map { FrameTime(Int64($0) / Layer3Frame.ticksPerFrame) }
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
    }

    var codec: AVCodecID { parameters.pointee.codec_id }

    /// Samples per second, as the container declares. If it declares none or an impossible one, the
    /// rate of its time base, or 48 000.
    var sampleRate: Int {
        let said = Int(parameters.pointee.sample_rate)
        if SampleFormat.rates.contains(said) { return said }
        let counted = Int(timeBase.den)
        return timeBase.num == 1 && SampleFormat.rates.contains(counted) ? counted : 48_000
    }

    /// The codec's short name, such as `mp3`.
    package var codecName: String { String(cString: avcodec_get_name(codec)) }

    /// Whether both have the same codec, container and sample rate, so that their packets can be
    /// compared.
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
