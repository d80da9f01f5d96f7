import CFFmpeg
import FFmpegCalls
import MediaTime
import PCMAudio

/// Owns one open encoder for audio in the pipeline's format.
struct EncoderContext: ~Copyable {
    private let owned: OwnedCodecContext

    /// `bitRate` is in bits per second; a lossless encoder ignores it.
    init(_ codec: SoundCodec, bitRate: Int) throws(EncodingError) {
        let encoder = try codec.encoder()
        let owned = OwnedCodecContext(of: encoder)
        let context = owned.pointer
        context.pointee.sample_fmt = codec.sampleFormat
        context.pointee.sample_rate = Int32(AudioFormat.pipeline.sampleRate)
        context.pointee.time_base = AVRational(
            num: 1, den: Int32(AudioFormat.pipeline.sampleRate))
        context.pointee.bit_rate = Int64(bitRate)
        av_channel_layout_default(
            &context.pointee.ch_layout, Int32(AudioFormat.pipeline.channelCount))
        do throws(FFmpegError) {
            for (name, value) in codec.options {
                try check(av_opt_set_int(context.pointee.priv_data, name, value, 0))
            }
            try check(avcodec_open2(context, encoder, nil))
        } catch {
            throw .unusableEncoder(codec.encoderName, reason: error.description)
        }
        self.owned = owned
    }

    /// Frames in each packet.
    var packetLength: Int { Int(owned.pointer.pointee.frame_size) }

    /// The delay of the decoded audio behind the encoder's input, in frames.
    var delay: Int { Int(owned.pointer.pointee.initial_padding) }

    /// What a decoder needs before the first packet, such as FLAC's stream information.
    var header: [UInt8] {
        let context = owned.pointer.pointee
        return Array(
            UnsafeBufferPointer(start: context.extradata, count: Int(context.extradata_size)))
    }

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
            // FLAC's encoder ends with an empty one.
            if !bytes.isEmpty { packets.append(Array(bytes)) }
            av_packet_unref(packet.pointer)
        }
    }
}
