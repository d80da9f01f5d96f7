import CFFmpeg
import FFmpegCalls
import MediaTime
import PCMAudio

/// Collects the pipeline's samples until they fill an encoder's frame.
struct InputFrame: ~Copyable {
    private let owned = OwnedFrame()
    private let capacity: Int
    private let isPlanar: Bool
    /// Whether the encoder takes 16-bit integers instead of floats.
    private let takesIntegers: Bool
    private(set) var frameCount = 0

    /// Room for `capacity` frames in an encoder's format.
    init(capacity: Int, as format: AVSampleFormat) throws(FFmpegError) {
        let frame = owned.pointer
        frame.pointee.nb_samples = Int32(capacity)
        frame.pointee.format = format.rawValue
        frame.pointee.sample_rate = Int32(AudioFormat.pipeline.sampleRate)
        av_channel_layout_default(
            &frame.pointee.ch_layout, Int32(AudioFormat.pipeline.channelCount))
        self.capacity = capacity
        isPlanar = av_sample_fmt_is_planar(format) != 0
        takesIntegers = format == AV_SAMPLE_FMT_S16
        try check(av_frame_get_buffer(frame, 0))
    }

    var room: Int { capacity - frameCount }

    /// Appends `count` frames of interleaved `samples` from frame `first` on; there must be room.
    ///
    /// Samples that are not finite become silence, because encoders refuse them. Integers are the
    /// nearest to the samples, clipped.
    mutating func append(_ samples: Span<Float>, from first: Int, count: Int) {
        let channels = AudioFormat.pipelineChannelCount
        guard !takesIntegers else {
            let target = plane(0).assumingMemoryBound(to: Int16.self) + frameCount * channels
            for index in 0..<count * channels {
                let sample = samples[first * channels + index]
                target[index] = sample.isFinite ? Self.integer(sample) : 0
            }
            frameCount += count
            return
        }
        for channel in 0..<channels {
            let target = samplesPointer(of: channel)
            let step = isPlanar ? 1 : channels
            for index in 0..<count {
                let sample = samples[(first + index) * channels + channel]
                target[(frameCount + index) * step] = sample.isFinite ? sample : 0
            }
        }
        frameCount += count
    }

    private func samplesPointer(of channel: Int) -> UnsafeMutablePointer<Float> {
        let plane = plane(isPlanar ? channel : 0).assumingMemoryBound(to: Float.self)
        return isPlanar ? plane : plane + channel
    }

    private func plane(_ index: Int) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(owned.pointer.pointee.extended_data[index]!)
    }

    private static func integer(_ sample: Float) -> Int16 {
        Int16(saturating: Double((sample * 32_768).rounded(.toNearestOrEven)))
    }

    /// The collected samples; valid until ``empty()``. `start` is the number of frames before them.
    mutating func collected(startingAt start: Int) -> UnsafeMutablePointer<AVFrame> {
        owned.pointer.pointee.nb_samples = Int32(frameCount)
        owned.pointer.pointee.pts = Int64(start)
        return owned.pointer
    }

    /// Discards the collected samples. An encoder that still holds a reference keeps their memory.
    mutating func empty() throws(FFmpegError) {
        frameCount = 0
        owned.pointer.pointee.nb_samples = Int32(capacity)
        try check(av_frame_make_writable(owned.pointer))
    }
}
