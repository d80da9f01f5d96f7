import CFFmpeg
import FFmpegCalls
import MediaTime

/// Owns one `AVFormatContext` that is open for reading, and the input that it reads.
struct OpenInput: ~Copyable {
    let context: UnsafeMutablePointer<AVFormatContext>
    private let input: ByteInput
    private let source: ByteSource

    /// Opens what `source` supplies as `container`, which `format` reads.
    ///
    /// libavformat is given these bytes and nothing else: it can open no address, whatever the
    /// bytes name.
    init(
        reading source: ByteSource, as container: Container,
        _ format: UnsafePointer<AVInputFormat>
    ) throws(FFmpegError) {
        let input = ByteInput(reading: source)
        var context: UnsafeMutablePointer<AVFormatContext>? = allocated(avformat_alloc_context())
        context!.pointee.pb = input.context
        context!.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        context!.pointee.max_streams = container.maximumStreamCount
        context!.pointee.io_open = { _, _, _, _, _ in CFFmpeg_AVERROR_EACCES }
        var options: OpaquePointer?
        av_dict_set(&options, "protocol_whitelist", "", 0)
        // The edit list is in milliseconds; the stream's own duration is exact.
        av_dict_set(&options, "advanced_editlist", "0", 0)
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

    /// Reads the next packet of what comes as `container`. Returns FFmpeg's result: `EAGAIN` if what
    /// came was not yet enough for one.
    ///
    /// Of raw MP3 libavformat would wait for 1024 bytes, which are 64 ms of a stream of 128 kb/s. A
    /// stream that comes no faster than it is heard is given to it as it comes.
    func read(
        _ packet: UnsafeMutablePointer<AVPacket>, comingAs container: Container
    ) -> Int32 {
        guard container == .mp3, !source.isSeekable else { return av_read_frame(context, packet) }
        let result = read(packet, requests: 0)
        return result == CFFmpeg_AVERROR_EAGAIN ? read(packet, requests: 1) : result
    }

    /// Reads the next packet, for which libavformat may ask for bytes so often.
    private func read(_ packet: UnsafeMutablePointer<AVPacket>, requests count: Int) -> Int32 {
        source.serve(requests: count)
        defer {
            // It takes what was no more at present for the end.
            context.pointee.pb.pointee.eof_reached = 0
            context.pointee.pb.pointee.error = 0
        }
        return av_read_frame(context, packet)
    }

    /// The stream that holds the sound, or `nil` if there is none.
    ///
    /// Where the container's header says what its one stream is, no byte more is read: raw MP3 and
    /// AAC would otherwise wait for sound to look into.
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
