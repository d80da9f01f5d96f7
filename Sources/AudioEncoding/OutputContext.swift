import CFFmpeg
import FFmpegCalls
import MediaTime
import PCMAudio

/// Owns one `AVFormatContext` that writes to memory.
struct OutputContext: ~Copyable {
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
