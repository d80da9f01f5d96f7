import CFFmpeg
import FFmpegCalls
import MediaTime
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
        var layout = AVChannelLayout()
        if format.channelMask == 0
            || av_channel_layout_from_mask(&layout, format.channelMask) < 0
        {
            av_channel_layout_default(&layout, Int32(format.channelCount))
        }
        context = try Self.opened(
            from: &layout, AVSampleFormat(rawValue: format.sampleFormat), rate: format.sampleRate
        ) { context throws(FFmpegError) in
            // More than two channels are weighted so that their sum cannot clip.
            try check(av_opt_set_double(UnsafeMutableRawPointer(context), "rematrix_maxval", 1, 0))
            if format.channelCount == 1 {
                // swr would lower mono by 3 dB; both sides get it as it is.
                try check(swr_set_matrix(context, [1, 1], 1))
            }
        }
    }

    /// Resamples the pipeline's own samples, at a rate that can be corrected as it goes.
    ///
    /// The filter is longer than usual and interpolated between its phases: a tone comes out with
    /// what is added 100 dB below it, also while the rate changes.
    init(correcting format: AudioFormat) throws(FFmpegError) {
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, Int32(format.channelCount))
        context = try Self.opened(from: &layout, AV_SAMPLE_FMT_FLT, rate: format.sampleRate) {
            context throws(FFmpegError) in
            let options: KeyValuePairs = [
                "flags": Int64(SWR_FLAG_RESAMPLE), "filter_size": 64, "linear_interp": 1,
                "exact_rational": 0,
            ]
            for (name, value) in options {
                try check(av_opt_set_int(UnsafeMutableRawPointer(context), name, value, 0))
            }
        }
    }

    /// A context for the pipeline's samples, with the options that `configure` sets.
    private static func opened(
        from layout: inout AVChannelLayout, _ format: AVSampleFormat, rate: Int,
        _ configure: (OpaquePointer) throws(FFmpegError) -> Void
    ) throws(FFmpegError) -> OpaquePointer {
        var stereo = AVChannelLayout()
        av_channel_layout_default(&stereo, Int32(AudioFormat.pipeline.channelCount))
        var context: OpaquePointer?
        try check(
            swr_alloc_set_opts2(
                &context, &stereo, AV_SAMPLE_FMT_FLT, Int32(AudioFormat.pipeline.sampleRate),
                &layout, format, Int32(rate), 0, nil))
        guard let context else { throw FFmpegError(code: CFFmpeg_AVERROR_EINVAL) }
        do throws(FFmpegError) {
            try configure(context)
            try check(swr_init(context))
        } catch {
            var failed: OpaquePointer? = context
            swr_free(&failed)
            throw error
        }
        return context
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

// MARK: - Correcting

extension Resampler {
    /// Samples taken in, in frames and parts of one, that have not come out yet.
    var delay: Double {
        let parts = Int64(1024)
        return Double(swr_get_delay(context, Int64(AudioFormat.pipeline.sampleRate) * parts))
            / Double(parts)
    }

    /// Goes through the input faster or slower from here on, for at least the next 20 seconds.
    ///
    /// Only for a resampler that was made for it: any other would click as it begins.
    mutating func correct(by correction: RateCorrection) {
        swr_set_compensation(context, -Int32(correction.partsPerMillion), 1_000_000)
    }
}
