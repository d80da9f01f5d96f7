import CFFmpeg
import PCMAudio

/// Owns one `SwrContext` that turns samples of one format into the pipeline's.
///
/// At the pipeline's own rate it only changes how samples are written down,
/// and the resampling part of it is never entered: whole numbers of up to 24
/// bits and floats come through exactly.
struct Resampler: ~Copyable {
    private let context: OpaquePointer
    /// What was resampled last; as large as it ever had to be.
    private var output = UnsafeMutableBufferPointer<Float>.allocate(capacity: 0)

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
        output.deallocate()
    }

    /// Takes `count` samples of each plane in, and returns what comes out, interleaved and valid
    /// until the next call. Without planes it is what was still on its way.
    mutating func resample(
        _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int
    ) -> UnsafeBufferPointer<Float> {
        let channels = AudioFormat.pipelineChannelCount
        let room = Int(swr_get_out_samples(context, Int32(count))) + 64
        if output.count < room * channels {
            output.deallocate()
            output = .allocate(capacity: room * channels)
        }
        let frames = output.withMemoryRebound(to: UInt8.self) { bytes in
            var start: UnsafeMutablePointer<UInt8>? = bytes.baseAddress
            return swr_convert(context, &start, Int32(room), planes, Int32(count))
        }
        return UnsafeBufferPointer(rebasing: output[..<(max(0, Int(frames)) * channels)])
    }
}
