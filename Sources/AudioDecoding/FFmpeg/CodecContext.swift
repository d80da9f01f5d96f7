import CFFmpeg
import FFmpegCalls

/// Owns one open decoder.
struct CodecContext: ~Copyable {
    private let owned: OwnedCodecContext

    var context: UnsafeMutablePointer<AVCodecContext> { owned.pointer }

    /// Opens the decoder for `stream`.
    init(decoding stream: EncodedStream) throws(DecodingError) {
        guard let codec = avcodec_find_decoder(stream.codec) else {
            throw .unsupportedCodec(stream.codecName)
        }
        let owned = OwnedCodecContext(of: codec)
        let context = owned.pointer
        do throws(FFmpegError) {
            try check(avcodec_parameters_to_context(context, stream.parameters))
            // libavcodec needs it to trim the priming and padding that a gapless tag declares.
            context.pointee.pkt_timebase = stream.timeBase
            context.pointee.thread_count = 1
            context.pointee.err_recognition = 0
            context.pointee.request_sample_fmt = AV_SAMPLE_FMT_FLTP
            try check(avcodec_open2(context, codec, nil))
        } catch {
            throw .unreadableCodec(stream.codecName, reason: error.description)
        }
        self.owned = owned
    }
}
