// The FFmpeg functions in use, grouped by library. Define FUNCTION(library, result, name,
// parameters, arguments) before including this file.
//
// Parameters have only the `const` qualifiers that every supported FFmpeg has: newer versions add
// more. The type of avio_alloc_context's write callback differs too, so it is a void pointer here.

FUNCTION(avutil, struct AVAES *, av_aes_alloc, (void), ())
FUNCTION(avutil, void, av_aes_crypt,
    (struct AVAES *cipher, uint8_t *out, const uint8_t *in, int count, uint8_t *vector,
        int decrypts),
    (cipher, out, in, count, vector, decrypts))
FUNCTION(avutil, int, av_aes_init,
    (struct AVAES *cipher, const uint8_t *key, int bits, int decrypts),
    (cipher, key, bits, decrypts))
FUNCTION(avutil, void, av_channel_layout_default, (AVChannelLayout *layout, int count),
    (layout, count))
FUNCTION(avutil, int, av_channel_layout_from_mask, (AVChannelLayout *layout, uint64_t mask),
    (layout, mask))
FUNCTION(avutil, uint32_t, av_crc,
    (const AVCRC *table, uint32_t crc, const uint8_t *bytes, size_t count),
    (table, crc, bytes, count))
FUNCTION(avutil, const AVCRC *, av_crc_get_table, (AVCRCId kind), (kind))
FUNCTION(avutil, void, av_dict_free, (AVDictionary **options), (options))
FUNCTION(avutil, int, av_dict_set,
    (AVDictionary **options, const char *key, const char *value, int flags),
    (options, key, value, flags))
FUNCTION(avutil, AVFrame *, av_frame_alloc, (void), ())
FUNCTION(avutil, void, av_frame_free, (AVFrame **frame), (frame))
FUNCTION(avutil, int, av_frame_get_buffer, (AVFrame *frame, int alignment), (frame, alignment))
FUNCTION(avutil, int, av_frame_make_writable, (AVFrame *frame), (frame))
FUNCTION(avutil, void, av_free, (void *memory), (memory))
FUNCTION(avutil, int, av_get_bytes_per_sample, (enum AVSampleFormat format), (format))
FUNCTION(avutil, AVHMAC *, av_hmac_alloc, (enum AVHMACType kind), (kind))
FUNCTION(avutil, int, av_hmac_calc,
    (AVHMAC *code, const uint8_t *bytes, unsigned int count, const uint8_t *key,
        unsigned int keyCount, uint8_t *out, unsigned int outCount),
    (code, bytes, count, key, keyCount, out, outCount))
FUNCTION(avutil, void, av_hmac_free, (AVHMAC *code), (code))
FUNCTION(avutil, void, av_log_set_level, (int level), (level))
FUNCTION(avutil, void *, av_malloc, (size_t size), (size))
FUNCTION(avutil, void, av_max_alloc, (size_t size), (size))
FUNCTION(avutil, int, av_opt_set_double,
    (void *object, const char *name, double value, int flags), (object, name, value, flags))
FUNCTION(avutil, int, av_opt_set_int,
    (void *object, const char *name, int64_t value, int flags), (object, name, value, flags))
FUNCTION(avutil, int64_t, av_rescale_q, (int64_t time, AVRational from, AVRational to),
    (time, from, to))
FUNCTION(avutil, int64_t, av_rescale_rnd,
    (int64_t number, int64_t factor, int64_t divisor, enum AVRounding rounding),
    (number, factor, divisor, rounding))
FUNCTION(avutil, int, av_sample_fmt_is_planar, (enum AVSampleFormat format), (format))
FUNCTION(avutil, int, av_strerror, (int error, char *words, size_t size), (error, words, size))

FUNCTION(swresample, int, swr_alloc_set_opts2,
    (SwrContext **context, AVChannelLayout *to, enum AVSampleFormat toFormat, int toRate,
        AVChannelLayout *from, enum AVSampleFormat fromFormat, int fromRate, int logOffset,
        void *logContext),
    (context, to, toFormat, toRate, from, fromFormat, fromRate, logOffset, logContext))
FUNCTION(swresample, int, swr_convert,
    (SwrContext *context, uint8_t **out, int outCount, const uint8_t **in, int inCount),
    (context, out, outCount, in, inCount))
FUNCTION(swresample, void, swr_free, (SwrContext **context), (context))
FUNCTION(swresample, int64_t, swr_get_delay, (SwrContext *context, int64_t base), (context, base))
FUNCTION(swresample, int, swr_get_out_samples, (SwrContext *context, int inCount),
    (context, inCount))
FUNCTION(swresample, int, swr_init, (SwrContext *context), (context))
FUNCTION(swresample, int, swr_set_compensation, (SwrContext *context, int delta, int distance),
    (context, delta, distance))
FUNCTION(swresample, int, swr_set_matrix,
    (SwrContext *context, const double *matrix, int stride), (context, matrix, stride))

FUNCTION(avcodec, int, av_get_exact_bits_per_sample, (enum AVCodecID codec), (codec))
FUNCTION(avcodec, int, av_new_packet, (AVPacket *packet, int size), (packet, size))
FUNCTION(avcodec, AVPacket *, av_packet_alloc, (void), ())
FUNCTION(avcodec, void, av_packet_free, (AVPacket **packet), (packet))
FUNCTION(avcodec, uint8_t *, av_packet_get_side_data,
    (const AVPacket *packet, enum AVPacketSideDataType type, size_t *size), (packet, type, size))
FUNCTION(avcodec, uint8_t *, av_packet_new_side_data,
    (AVPacket *packet, enum AVPacketSideDataType type, size_t size), (packet, type, size))
FUNCTION(avcodec, void, av_packet_unref, (AVPacket *packet), (packet))
FUNCTION(avcodec, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
FUNCTION(avcodec, const AVCodec *, avcodec_find_decoder, (enum AVCodecID codec), (codec))
FUNCTION(avcodec, const AVCodec *, avcodec_find_encoder_by_name, (const char *name), (name))
FUNCTION(avcodec, void, avcodec_flush_buffers, (AVCodecContext *context), (context))
FUNCTION(avcodec, void, avcodec_free_context, (AVCodecContext **context), (context))
FUNCTION(avcodec, const char *, avcodec_get_name, (enum AVCodecID codec), (codec))
FUNCTION(avcodec, int, avcodec_open2,
    (AVCodecContext *context, const AVCodec *codec, AVDictionary **options),
    (context, codec, options))
FUNCTION(avcodec, AVCodecParameters *, avcodec_parameters_alloc, (void), ())
FUNCTION(avcodec, int, avcodec_parameters_copy,
    (AVCodecParameters *copy, const AVCodecParameters *original), (copy, original))
FUNCTION(avcodec, void, avcodec_parameters_free, (AVCodecParameters **parameters), (parameters))
FUNCTION(avcodec, int, avcodec_parameters_to_context,
    (AVCodecContext *context, const AVCodecParameters *parameters), (context, parameters))
FUNCTION(avcodec, int, avcodec_receive_frame, (AVCodecContext *context, AVFrame *frame),
    (context, frame))
FUNCTION(avcodec, int, avcodec_receive_packet, (AVCodecContext *context, AVPacket *packet),
    (context, packet))
FUNCTION(avcodec, int, avcodec_send_frame, (AVCodecContext *context, const AVFrame *frame),
    (context, frame))
FUNCTION(avcodec, int, avcodec_send_packet, (AVCodecContext *context, const AVPacket *packet),
    (context, packet))

FUNCTION(avformat, int, av_find_best_stream,
    (AVFormatContext *context, enum AVMediaType type, int wanted, int related,
        const AVCodec **decoder, int flags),
    (context, type, wanted, related, decoder, flags))
FUNCTION(avformat, const AVInputFormat *, av_find_input_format, (const char *name), (name))
FUNCTION(avformat, const AVInputFormat *, av_probe_input_format3,
    (const AVProbeData *data, int isOpened, int *score), (data, isOpened, score))
FUNCTION(avformat, int, av_read_frame, (AVFormatContext *context, AVPacket *packet),
    (context, packet))
FUNCTION(avformat, int, av_index_search_timestamp,
    (AVStream *stream, int64_t time, int flags), (stream, time, flags))
FUNCTION(avformat, int, av_seek_frame,
    (AVFormatContext *context, int stream, int64_t time, int flags),
    (context, stream, time, flags))
FUNCTION(avformat, int, av_write_frame, (AVFormatContext *context, AVPacket *packet),
    (context, packet))
FUNCTION(avformat, AVFormatContext *, avformat_alloc_context, (void), ())
FUNCTION(avformat, int, avformat_alloc_output_context2,
    (AVFormatContext **context, const AVOutputFormat *format, const char *name, const char *address),
    (context, format, name, address))
FUNCTION(avformat, void, avformat_close_input, (AVFormatContext **context), (context))
FUNCTION(avformat, int, avformat_find_stream_info,
    (AVFormatContext *context, AVDictionary **options), (context, options))
FUNCTION(avformat, void, avformat_free_context, (AVFormatContext *context), (context))
FUNCTION(avformat, int, avformat_index_get_entries_count, (const AVStream *stream), (stream))
FUNCTION(avformat, const AVIndexEntry *, avformat_index_get_entry, (AVStream *stream, int index),
    (stream, index))
FUNCTION(avformat, AVStream *, avformat_new_stream, (AVFormatContext *context, const AVCodec *codec),
    (context, codec))
FUNCTION(avformat, int, avformat_open_input,
    (AVFormatContext **context, const char *address, const AVInputFormat *format,
        AVDictionary **options),
    (context, address, format, options))
FUNCTION(avformat, int, avformat_write_header, (AVFormatContext *context, AVDictionary **options),
    (context, options))
FUNCTION(avformat, AVIOContext *, avio_alloc_context,
    (unsigned char *buffer, int size, int isWriting, void *opaque,
        int (*read)(void *opaque, uint8_t *buffer, int size),
        void *write,
        int64_t (*seek)(void *opaque, int64_t offset, int whence)),
    (buffer, size, isWriting, opaque, read, write, seek))
FUNCTION(avformat, int, avio_close_dyn_buf, (AVIOContext *context, uint8_t **buffer),
    (context, buffer))
FUNCTION(avformat, void, avio_context_free, (AVIOContext **context), (context))
FUNCTION(avformat, int, avio_open_dyn_buf, (AVIOContext **context), (context))
