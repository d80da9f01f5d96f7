import CFFmpeg

/// Owns one `AVFormatContext` that is open for reading, and the input that it reads.
struct OpenInput: ~Copyable {
    let context: UnsafeMutablePointer<AVFormatContext>
    private let input: ByteInput

    /// Opens what `source` supplies as `format`.
    ///
    /// libavformat is given these bytes and nothing else: it can open no address, whatever the
    /// bytes name.
    init(
        reading source: ByteSource, as format: UnsafePointer<AVInputFormat>
    ) throws(FFmpegError) {
        let input = ByteInput(reading: source)
        var context: UnsafeMutablePointer<AVFormatContext>? = allocated(avformat_alloc_context())
        context!.pointee.pb = input.context
        context!.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        context!.pointee.io_open = { _, _, _, _, _ in CFFmpeg_AVERROR_EACCES }
        var options: OpaquePointer?
        av_dict_set(&options, "protocol_whitelist", "", 0)
        // The edit list is in milliseconds; the stream's own duration is exact (A37).
        av_dict_set(&options, "advanced_editlist", "0", 0)
        defer { av_dict_free(&options) }
        // On failure this frees the context.
        try check(avformat_open_input(&context, nil, format, &options))
        self.context = context!
        self.input = input
    }

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&context)
    }

    /// The stream that holds the sound, or `nil` if there is none.
    ///
    /// Where the container's header says what its one stream is, no byte more is read: raw MP3 and
    /// AAC would otherwise wait for sound to look into (A66).
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
