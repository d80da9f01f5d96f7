import CFFmpeg
import FFmpegCalls
import MediaTime

/// Owns one `AVFormatContext` that is open for reading, and its input.
struct OpenInput: ~Copyable {
    let context: UnsafeMutablePointer<AVFormatContext>
    private let input: ByteInput
    private let source: ByteSource

    /// The limit on the index of a stream without seeks.
    private static let indexByteLimit: UInt32 = 1 << 14

    /// Opens the bytes of `source` as `container`, with the demuxer `format`.
    ///
    /// libavformat gets only these bytes: it cannot open any address that they name.
    init(
        reading source: ByteSource, as container: Container,
        _ format: UnsafePointer<AVInputFormat>
    ) throws(FFmpegError) {
        let input = ByteInput(reading: source)
        var context: UnsafeMutablePointer<AVFormatContext>? = allocated(avformat_alloc_context())
        context!.pointee.pb = input.context
        context!.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // Over HTTP, an index at the end of a fragmented file is not worth a request.
        if source.seeksAtACost { context!.pointee.flags |= AVFMT_FLAG_IGNIDX }
        // libavformat would note the place of each packet, for seeks, up to a megabyte.
        if !source.isSeekable { context!.pointee.max_index_size = Self.indexByteLimit }
        context!.pointee.max_streams = container.maximumStreamCount
        context!.pointee.io_open = { _, _, _, _, _ in CFFmpeg_AVERROR_EACCES }
        var options: OpaquePointer?
        av_dict_set(&options, "protocol_whitelist", "", 0)
        // The edit list is in milliseconds; the stream's own duration is exact.
        av_dict_set(&options, "advanced_editlist", "0", 0)
        // Each chapter's title would be a request for a range of bytes.
        av_dict_set(&options, "ignore_chapters", "1", 0)
        defer { av_dict_free(&options) }
        // On failure this frees the context.
        try check(avformat_open_input(&context, nil, format, &options))
        self.context = context!
        self.input = input
        self.source = source
    }

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&context)
    }

    /// Reads the next packet of `container`. Returns FFmpeg's result: `EAGAIN` if the bytes so far
    /// do not complete one.
    ///
    /// For raw MP3 libavformat would wait for 1024 bytes, which is 64 ms at 128 kb/s. A live stream
    /// arrives no faster than real time, so its bytes are passed on as they arrive.
    func read(
        _ packet: UnsafeMutablePointer<AVPacket>, comingAs container: Container
    ) -> Int32 {
        guard container == .mp3, !source.isSeekable else { return av_read_frame(context, packet) }
        let result = read(packet, requests: 0)
        return result == CFFmpeg_AVERROR_EAGAIN ? read(packet, requests: 1) : result
    }

    /// Reads the next packet; libavformat may request bytes `count` times for it.
    private func read(_ packet: UnsafeMutablePointer<AVPacket>, requests count: Int) -> Int32 {
        source.serve(requests: count)
        defer {
            // libavformat takes `EAGAIN` for the end of the file.
            context.pointee.pb.pointee.eof_reached = 0
            context.pointee.pb.pointee.error = 0
        }
        return av_read_frame(context, packet)
    }

    /// The audio stream, or `nil` if there is none.
    ///
    /// Reads no more bytes if the container's header identifies its only audio stream. Otherwise
    /// raw MP3 and AAC would wait for more audio to analyse.
    func audioStream() -> UnsafeMutablePointer<AVStream>? {
        let streams = (0..<Int(context.pointee.nb_streams)).map { context.pointee.streams[$0]! }
        let known = streams.filter {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
                && $0.pointee.codecpar.pointee.codec_id != AV_CODEC_ID_NONE
        }
        if known.count == 1 { return known[0] }
        context.pointee.probesize = 1 << 20
        context.pointee.max_analyze_duration = Int64(AV_TIME_BASE)
        avformat_find_stream_info(context, nil)
        let best = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
        return best < 0 ? nil : context.pointee.streams[Int(best)]
    }
}
