import CFFmpeg
import PCMAudio

/// Owns one `SwrContext` that turns samples of one format into the pipeline's.
///
/// At the pipeline's own rate it only changes how samples are written down,
/// and the resampling part of it is never entered: whole numbers of up to 24
/// bits and floats come through exactly.
struct Resampler: ~Copyable {
    let context: OpaquePointer

    init(from format: SampleFormat) throws(FFmpegError) {
        var stereo = AVChannelLayout()
        av_channel_layout_default(&stereo, Int32(AudioFormat.pipeline.channelCount))
        var layout = AVChannelLayout()
        if format.channelMask == 0
            || av_channel_layout_from_mask(&layout, format.channelMask) < 0
        {
            av_channel_layout_default(&layout, Int32(format.channelCount))
        }
        var context: OpaquePointer?
        try check(
            swr_alloc_set_opts2(
                &context, &stereo, AV_SAMPLE_FMT_FLT, Int32(AudioFormat.pipeline.sampleRate),
                &layout, AVSampleFormat(rawValue: format.sampleFormat), Int32(format.sampleRate),
                0, nil))
        guard let context else { throw FFmpegError(code: CFFmpeg_AVERROR_EINVAL) }
        do throws(FFmpegError) {
            // More than two channels are weighted so that their sum cannot clip.
            try check(av_opt_set_double(UnsafeMutableRawPointer(context), "rematrix_maxval", 1, 0))
            if format.channelCount == 1 {
                // swr would lower mono by 3 dB; both sides get it as it is.
                try check(swr_set_matrix(context, [1, 1], 1))
            }
            try check(swr_init(context))
        } catch {
            var failed: OpaquePointer? = context
            swr_free(&failed)
            throw error
        }
        self.context = context
    }

    deinit {
        var context: OpaquePointer? = context
        swr_free(&context)
    }
}
