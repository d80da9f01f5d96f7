import CFFmpeg
import FFmpegCalls
import MediaTime
import PCMAudio

/// Writes packets of AAC as fragmented MP4 (ISO/IEC 14496-12): a header, and any number of
/// fragments, with libavformat.
///
/// Times begin with 0 and count decoded frames, without an edit list: the first fragment decodes to
/// the encoder's delay first. For one thread.
package struct FragmentedAAC: ~Copyable {
    /// What a player reads before the first fragment.
    package let initialisation: [UInt8]

    private let context: OutputContext
    private let packet = OwnedPacket()

    /// Begins with a track of AAC-LC in the pipeline's format. `configuration` is
    /// ``SoundEncoder/header``.
    package init(configuration: [UInt8], bitRate: Int) throws(EncodingError) {
        do throws(FFmpegLibraries.Absence) {
            try FFmpegLibraries.load()
        } catch {
            throw .noEncoders(reason: error.description)
        }
        do throws(FFmpegError) {
            let context = try OutputContext(named: "mp4")
            context.addTrack(configuration, bitRate: bitRate)
            initialisation = try context.written { () throws(FFmpegError) in
                try context.writeHeader([
                    "movflags": "frag_custom+empty_moov+default_base_moof+skip_trailer",
                    "use_editlist": "0", "fflags": "+bitexact", "avoid_negative_ts": "disabled",
                ])
            }
            self.context = context
        } catch {
            throw .unusableEncoder("mp4", reason: error.description)
        }
    }

    /// The bytes of a fragment with `packets` of `packetLength` frames, the first of which is the
    /// packet `first` of the stream. There must be a packet.
    package func fragment(
        of packets: [[UInt8]], from first: Int, packetLength: Int
    ) throws(EncodingError) -> [UInt8] {
        do throws(FFmpegError) {
            return try context.written { () throws(FFmpegError) in
                for (index, bytes) in packets.enumerated() {
                    try add(bytes, at: (first + index) * packetLength, length: packetLength)
                }
                try check(av_write_frame(context.pointer, nil))
            }
        } catch {
            throw .unusableEncoder("mp4", reason: error.description)
        }
    }

    private func add(_ bytes: [UInt8], at time: Int, length: Int) throws(FFmpegError) {
        let packet = packet.pointer
        packet.pointee.pts = Int64(time)
        packet.pointee.dts = Int64(time)
        packet.pointee.duration = Int64(length)
        packet.pointee.flags = AV_PKT_FLAG_KEY
        packet.pointee.size = Int32(bytes.count)
        var bytes = bytes
        // libavformat copies the bytes before it returns, and does not change them.
        let result = bytes.withUnsafeMutableBufferPointer { bytes in
            packet.pointee.data = bytes.baseAddress
            defer { packet.pointee.data = nil }
            return av_write_frame(context.pointer, packet)
        }
        try check(result)
    }
}

/// Owns one `AVFormatContext` that writes to memory.
private struct OutputContext: ~Copyable {
    let pointer: UnsafeMutablePointer<AVFormatContext>

    init(named name: String) throws(FFmpegError) {
        var context: UnsafeMutablePointer<AVFormatContext>?
        try check(avformat_alloc_output_context2(&context, nil, name, nil))
        pointer = allocated(context)
    }

    deinit {
        avformat_free_context(pointer)
    }

    func addTrack(_ configuration: [UInt8], bitRate: Int) {
        let stream = allocated(avformat_new_stream(pointer, nil))
        let rate = Int32(AudioFormat.pipeline.sampleRate)
        stream.pointee.time_base = AVRational(num: 1, den: rate)
        let parameters = stream.pointee.codecpar!
        parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
        parameters.pointee.codec_id = AV_CODEC_ID_AAC
        parameters.pointee.sample_rate = rate
        parameters.pointee.bit_rate = Int64(bitRate)
        parameters.pointee.frame_size = 1024
        av_channel_layout_default(
            &parameters.pointee.ch_layout, Int32(AudioFormat.pipeline.channelCount))
        let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
        let memory = allocated(
            av_malloc(configuration.count + padding)?.assumingMemoryBound(to: UInt8.self))
        memory.initialize(repeating: 0, count: configuration.count + padding)
        for (index, byte) in configuration.enumerated() { memory[index] = byte }
        parameters.pointee.extradata = memory
        parameters.pointee.extradata_size = Int32(configuration.count)
    }

    func writeHeader(_ options: KeyValuePairs<String, String>) throws(FFmpegError) {
        var dictionary: OpaquePointer?
        defer { av_dict_free(&dictionary) }
        for (name, value) in options { try check(av_dict_set(&dictionary, name, value, 0)) }
        try check(avformat_write_header(pointer, &dictionary))
    }

    /// The bytes that `body` writes.
    func written(_ body: () throws(FFmpegError) -> Void) throws(FFmpegError) -> [UInt8] {
        var buffer: UnsafeMutablePointer<AVIOContext>?
        try check(avio_open_dyn_buf(&buffer))
        pointer.pointee.pb = buffer
        var failure: FFmpegError?
        do throws(FFmpegError) { try body() } catch { failure = error }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = avio_close_dyn_buf(buffer, &bytes)
        pointer.pointee.pb = nil
        defer { av_free(bytes) }
        if let failure { throw failure }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
