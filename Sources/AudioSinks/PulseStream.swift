import CPulse
import MediaTime
import PCMAudio

/// Owns one playback stream at a sound server, and ends it.
struct PulseStream: ~Copyable {
    private static let frameSize =
        AudioFormat.pipelineChannelCount * MemoryLayout<Float>.size

    /// The output frame that the stream's first byte belongs to.
    let base: FrameTime
    private let stream: OpaquePointer
    /// The request for the server's timing that is on its way, if one is.
    private var timingRequest: OpaquePointer?
    private var lastUnderflow: Int64 = -1

    /// Begins to open a stream, the first frame of which will be output frame `base`.
    init(
        in context: borrowing PulseContext, settings: PulseSettings, title: String,
        startingAt base: FrameTime
    ) throws(SinkFailure) {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music")
        var format = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(FrameTime.rate),
            channels: UInt8(AudioFormat.pipelineChannelCount))
        let stream = pa_stream_new_with_proplist(
            context.context, title, &format, nil, properties)
        guard let stream else { throw SinkFailure(context.failureReason) }
        var buffer = pa_buffer_attr(
            maxlength: .max, tlength: Self.bytes(in: settings.latency),
            prebuf: Self.bytes(in: PulseSettings.startLevel),
            minreq: Self.bytes(in: settings.requestInterval), fragsize: .max)
        let flags = pa_stream_flags_t(
            PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
                | PA_STREAM_INTERPOLATE_TIMING.rawValue)
        let status = pa_stream_connect_playback(
            stream, settings.sinkName, &buffer, flags, nil, nil)
        guard status >= 0 else {
            pa_stream_unref(stream)
            throw SinkFailure(context.failureReason)
        }
        self.stream = stream
        self.base = base
    }

    deinit {
        if let timingRequest { pa_operation_unref(timingRequest) }
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    private static func bytes(in duration: Duration) -> UInt32 {
        UInt32(duration.frameCount * frameSize)
    }

    var state: pa_stream_state_t { pa_stream_get_state(stream) }
}

// MARK: - Writing

extension PulseStream {
    /// How many frames the server asks for.
    var writableFrameCount: Int {
        // An error is −1 here, and the stream's state tells it too.
        max(Int(pa_stream_writable_size(stream)), 0) / Self.frameSize
    }

    /// Gives the server at most `count` frames that `render` makes, in memory of the server's.
    ///
    /// Returns how many it gave; 0 if the stream takes none.
    func write(
        atMost count: Int, _ render: (UnsafeMutableBufferPointer<Float>) -> Void
    ) -> Int {
        var memory: UnsafeMutableRawPointer?
        var size = count * Self.frameSize
        guard pa_stream_begin_write(stream, &memory, &size) >= 0, let memory else { return 0 }
        let frameCount = min(size / Self.frameSize, count)
        let sampleCount = frameCount * AudioFormat.pipelineChannelCount
        render(
            UnsafeMutableBufferPointer(
                start: memory.bindMemory(to: Float.self, capacity: sampleCount),
                count: sampleCount))
        let status = pa_stream_write(
            stream, memory, frameCount * Self.frameSize, nil, 0, PA_SEEK_RELATIVE)
        return status >= 0 ? frameCount : 0
    }

    /// Gives the stream another name in the listener's mixer.
    func setTitle(_ title: String) {
        if let operation = pa_stream_set_name(stream, title, nil, nil) {
            pa_operation_unref(operation)
        }
    }
}

// MARK: - Timing

extension PulseStream {
    /// What the server said last of how far it has played.
    struct Timing: Hashable {
        /// The first output frame that the server has not read yet.
        var read: FrameTime
        /// The first output frame that has not been heard yet.
        var heard: FrameTime
        /// When the server said so; the same for the same answer.
        var stamp: Int64
    }

    /// Asks the server how far it has played, unless an answer is on its way.
    mutating func requestTiming() {
        if let timingRequest {
            if pa_operation_get_state(timingRequest) == PA_OPERATION_RUNNING { return }
            pa_operation_unref(timingRequest)
        }
        timingRequest = pa_stream_update_timing_info(stream, nil, nil)
    }

    /// From the raw figures, because interpolated ones are wrong at times (audio rules B7).
    var timing: Timing? {
        guard let info = pa_stream_get_timing_info(stream)?.pointee else { return nil }
        let read = max(Int(info.read_index) / Self.frameSize, 0)
        // Latencies that wrapped below zero come from old servers (B9).
        let latency = info.sink_usec > 10_000_000 ? 0 : Int(info.sink_usec)
        let unheard = latency * FrameTime.rate / 1_000_000
        return Timing(
            read: base + read, heard: base + max(read - unheard, 0),
            stamp: Int64(info.timestamp.tv_sec) * 1_000_000 + Int64(info.timestamp.tv_usec))
    }

    /// Whether the server ran out of samples since this was last asked.
    mutating func takeUnderflow() -> Bool {
        let index = pa_stream_get_underflow_index(stream)
        defer { lastUnderflow = index }
        return index >= 0 && index != lastUnderflow
    }
}
