import CFFmpeg
import FFmpegCalls
import MediaTime
import PCMAudio

/// Owns one `SwrContext` that converts samples of one format to the pipeline's.
///
/// At the pipeline's own rate it only converts the sample format and does not resample: integers of
/// up to 24 bits and floats are preserved exactly.
struct Resampler: ~Copyable {
    private let context: OpaquePointer
    /// Holds the last output; never shrinks.
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
            // Normalise the downmix of more than two channels: their sum cannot clip.
            try check(av_opt_set_double(UnsafeMutableRawPointer(context), "rematrix_maxval", 1, 0))
            if format.channelCount == 1 {
                // swr would attenuate mono by 3 dB; copy it unchanged to both channels.
                try check(swr_set_matrix(context, [1, 1], 1))
            }
        }
    }

    /// Resamples the pipeline's own samples, at a rate that can be corrected at any time.
    ///
    /// The filter is longer than the default and interpolates between its phases. This keeps
    /// artefacts 100 dB below a tone, even while the rate changes.
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

    /// A context that outputs the pipeline's samples, with the options that `configure` sets.
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

    /// Resamples `count` samples of each plane, and returns the output, interleaved and valid until
    /// the next call. Without planes, returns the output that was still buffered.
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
    /// The amount of input that is not output yet, in frames with a fraction.
    var delay: Double {
        let parts = Int64(1024)
        return Double(swr_get_delay(context, Int64(AudioFormat.pipeline.sampleRate) * parts))
            / Double(parts)
    }

    /// Consumes the input faster or slower from here on, for at least the next 20 seconds.
    ///
    /// Only for a resampler from ``init(correcting:)``: any other would click at the change.
    mutating func correct(by correction: RateCorrection) {
        swr_set_compensation(context, -Int32(correction.partsPerMillion), 1_000_000)
    }
}
