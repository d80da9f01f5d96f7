import CPulse
import MediaTime
import PCMAudio

/// Owns one playback stream at a sound server, and closes it.
struct PulseStream: ~Copyable {
    private static let frameSize =
        AudioFormat.pipelineChannelCount * MemoryLayout<Float>.size

    private let stream: OpaquePointer
    private let events = PulseStreamEvents()
    /// The pending timing requests, oldest first.
    private var timingRequests: [OpaquePointer] = []
    private var lastUnderflow: Int64 = -1

    /// Starts opening a stream.
    init(
        in context: borrowing PulseContext, settings: PulseSettings, title: String
    ) throws(SinkFailure) {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music")
        let stream = Self.stream(in: context.context, title: title, properties)
        guard let stream else { throw SinkFailure(context.failureReason) }
        var buffer = Self.buffer(settings)
        let status = pa_stream_connect_playback(
            stream, settings.sinkName, &buffer, PA_STREAM_ADJUST_LATENCY, nil, nil)
        guard status >= 0 else {
            pa_stream_unref(stream)
            throw SinkFailure(context.failureReason)
        }
        self.stream = stream
        events.listen(to: stream)
    }

    deinit {
        // Cancel them: no reply may arrive after `events` is gone.
        for request in timingRequests {
            pa_operation_cancel(request)
            pa_operation_unref(request)
        }
        events.stopListening(to: stream)
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    /// Makes the stream. It passes its format as a list of one: for a plain sample format libpulse
    /// would replace our queue length by the environment's.
    private static func stream(
        in context: OpaquePointer, title: String, _ properties: OpaquePointer?
    ) -> OpaquePointer? {
        let channelCount = AudioFormat.pipelineChannelCount
        var samples = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(FrameTime.rate), channels: UInt8(channelCount)
        )
        var map = pa_channel_map()
        pa_channel_map_init_auto(&map, UInt32(channelCount), PA_CHANNEL_MAP_DEFAULT)
        let format = pa_format_info_from_sample_spec(&samples, &map)
        defer { pa_format_info_free(format) }
        var formats = [format]
        return pa_stream_new_extended(context, title, &formats, 1, properties)
    }

    /// The requested attributes of the server's queue.
    private static func buffer(_ settings: PulseSettings) -> pa_buffer_attr {
        // Another `maxlength` would limit later requests.
        pa_buffer_attr(
            maxlength: .max, tlength: bytes(in: settings.queued),
            prebuf: bytes(in: PulseSettings.startLevel),
            minreq: bytes(in: settings.requestInterval), fragsize: .max)
    }

    private static func bytes(in duration: Duration) -> UInt32 {
        UInt32(duration.frameCount * frameSize)
    }

    var state: pa_stream_state_t { pa_stream_get_state(stream) }

    /// The server's index of the stream.
    var index: UInt32 { pa_stream_get_index(stream) }

    /// Whether its sink is suspended: it plays nothing, and its time stands still.
    var isSuspended: Bool { pa_stream_is_suspended(stream) > 0 }
}

// MARK: - Writing

extension PulseStream {
    /// The target length of the server's queue in frames.
    var targetFrameCount: Int {
        Int(pa_stream_get_buffer_attr(stream)?.pointee.tlength ?? 0) / Self.frameSize
    }

    /// How many frames the server requests. An error, −1 in libpulse, counts as 0; the stream's
    /// state shows it too.
    var wantedFrameCount: Int { max(Int(pa_stream_writable_size(stream)), 0) / Self.frameSize }

    /// Writes at most `count` frames from frame `offset` of the stream on. `render` fills them in
    /// the server's memory. They replace frames written there before.
    ///
    /// Returns the number of frames written; 0 if the stream accepts none.
    func write(
        at offset: Int, atMost count: Int,
        _ render: (UnsafeMutableBufferPointer<Float>) -> Void
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
        // Absolute: only then it is certain which frames these are.
        let status = pa_stream_write(
            stream, memory, frameCount * Self.frameSize, nil, Int64(offset * Self.frameSize),
            PA_SEEK_ABSOLUTE)
        return status >= 0 ? frameCount : 0
    }

    /// Requests a queue of the length in `settings`. If the environment sets the length, libpulse
    /// would request that instead.
    func resizeBuffer(_ settings: PulseSettings) {
        var buffer = Self.buffer(settings)
        forget(pa_stream_set_buffer_attr(stream, &buffer, nil, nil))
    }

    /// Sets the stream's name in the listener's mixer.
    func setTitle(_ title: String) {
        forget(pa_stream_set_name(stream, title, nil, nil))
    }

    /// Lets an operation run without waiting for its end. `nil` is a failed one, which shows in the
    /// stream's state.
    private func forget(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }
}

// MARK: - Silence

extension PulseStream {
    /// Whether the server has requested silence and not withdrawn that.
    var isSilenceWanted: Bool { events.isSilenceWanted }

    /// Records that the server no longer requests silence, although it sent the stream no event.
    func endSilence() { events.isSilenceWanted = false }

    /// Stops playing, after everything written before.
    func cork() { forget(pa_stream_cork(stream, 1, nil, nil)) }

    func uncork() { forget(pa_stream_cork(stream, 0, nil, nil)) }
}

// MARK: - Timing

extension PulseStream {
    /// Whether the stream was moved to another sink since the last call.
    mutating func takeMove() -> Bool {
        defer { events.isMoved = false }
        return events.isMoved
    }

    /// Requests timing from the server. Returns whether a reply will come.
    mutating func askForTiming() -> Bool {
        let request = pa_stream_update_timing_info(
            stream,
            { stream, isAnswered, pointer in
                guard let stream, let pointer else { return }
                Unmanaged<PulseStreamEvents>.fromOpaque(pointer).takeUnretainedValue()
                    .answers.append(isAnswered == 0 ? nil : PulseStream.answer(of: stream))
            }, Unmanaged.passUnretained(events).toOpaque())
        guard let request else { return false }
        timingRequests.append(request)
        return true
    }

    /// The next timing reply in the order of the requests, if one has arrived; `.some(nil)` stands
    /// for a failed request.
    mutating func takeAnswer() -> PulseAnswer?? {
        guard !events.answers.isEmpty, !timingRequests.isEmpty else { return nil }
        pa_operation_unref(timingRequests.removeFirst())
        return .some(events.answers.removeFirst())
    }

    /// Uses the raw figures, because libpulse's interpolated ones are sometimes wrong.
    private static func answer(of stream: OpaquePointer) -> PulseAnswer? {
        guard let info = pa_stream_get_timing_info(stream)?.pointee else { return nil }
        return PulseAnswer(
            readFrameCount: max(Int(info.read_index) / frameSize, 0),
            unheardFrameCount: frameCount(of: info.sink_usec),
            blockFrameCount: frameCount(of: info.configured_sink_usec), time: .now)
    }

    private static func frameCount(of latency: pa_usec_t) -> Int {
        // Old servers report latencies that have wrapped below zero.
        latency > 10_000_000 ? 0 : Int(latency) * FrameTime.rate / 1_000_000
    }

    /// Whether the server had an underrun since the last call.
    mutating func takeUnderflow() -> Bool {
        let index = pa_stream_get_underflow_index(stream)
        defer { lastUnderflow = index }
        return index >= 0 && index != lastUnderflow
    }
}
