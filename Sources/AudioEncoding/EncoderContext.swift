import CFFmpeg
import FFmpegCalls
import MediaTime
import PCMAudio

/// Owns one open encoder for audio in the pipeline's format.
struct EncoderContext: ~Copyable {
    private let owned: OwnedCodecContext

    init(_ format: ListenFormat) throws(EncodingError) {
        let codec = try format.encoder()
        let owned = OwnedCodecContext(of: codec)
        let context = owned.pointer
        context.pointee.sample_fmt = format.sampleFormat
        context.pointee.sample_rate = Int32(AudioFormat.pipeline.sampleRate)
        context.pointee.time_base = AVRational(
            num: 1, den: Int32(AudioFormat.pipeline.sampleRate))
        context.pointee.bit_rate = format.bitRate
        context.pointee.thread_count = 1
        av_channel_layout_default(
            &context.pointee.ch_layout, Int32(AudioFormat.pipeline.channelCount))
        do throws(FFmpegError) {
            for (name, value) in format.options {
                try check(av_opt_set_int(context.pointee.priv_data, name, value, 0))
            }
            try check(avcodec_open2(context, codec, nil))
        } catch {
            throw .unusableEncoder(format.encoderName, reason: error.description)
        }
        self.owned = owned
    }

    /// Frames in each packet.
    var packetLength: Int { Int(owned.pointer.pointee.frame_size) }

    /// The delay of the decoded audio behind the encoder's input, in frames.
    var delay: Int { Int(owned.pointer.pointee.initial_padding) }

    /// Encodes `frame`, or flushes the encoder if it is `nil`, and returns the packets that are
    /// ready.
    func encode(
        _ frame: UnsafeMutablePointer<AVFrame>?, through packet: borrowing OwnedPacket
    ) throws(FFmpegError) -> [[UInt8]] {
        try check(avcodec_send_frame(owned.pointer, frame))
        var packets: [[UInt8]] = []
        while true {
            let result = avcodec_receive_packet(owned.pointer, packet.pointer)
            if result == CFFmpeg_AVERROR_EAGAIN || result == CFFmpeg_AVERROR_EOF { return packets }
            try check(result)
            let bytes = UnsafeBufferPointer(
                start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
            packets.append(Array(bytes))
            av_packet_unref(packet.pointer)
        }
    }
}
