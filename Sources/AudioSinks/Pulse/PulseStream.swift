import CPulse
import MediaTime
import PCMAudio

/// Owns one playback stream at a sound server, and ends it.
struct PulseStream: ~Copyable {
    private static let frameSize =
        AudioFormat.pipelineChannelCount * MemoryLayout<Float>.size

    /// The output frame that the stream's first byte belongs to, or would, had the stream never
    /// played silence instead.
    private(set) var base: FrameTime
    private let stream: OpaquePointer
    private let news = PulseStreamNews()
    /// The first output frame after those that were written last.
    private var position: FrameTime
    private var written: FrameTime
    /// Where one of the pieces that the server was given ends and another begins, in no order.
    private(set) var joints: [FrameTime] = []
    /// The question about the server's timing that is on its way, if one is.
    private var timingRequest: OpaquePointer?
    private var timingAskedAt = MonotonicTime.now
    private var lastUnderflow: Int64 = -1

    /// Begins to open a stream, the first frame of which will be output frame `base`.
    init(
        in context: borrowing PulseContext, settings: PulseSettings, title: String,
        startingAt base: FrameTime
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
        self.base = base
        position = base
        written = base
        news.listen(to: stream)
    }

    deinit {
        if let timingRequest { pa_operation_unref(timingRequest) }
        news.letGo(of: stream)
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    /// Makes the stream. Its format is one of a list with no other in it: libpulse puts the
    /// environment's queue in the place of ours only where the format is plain.
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

    /// What is asked of the server's queue.
    private static func buffer(_ settings: PulseSettings) -> pa_buffer_attr {
        // Its greatest length would be a limit to what is asked for later (B19).
        pa_buffer_attr(
            maxlength: .max, tlength: bytes(in: settings.queued),
            prebuf: bytes(in: PulseSettings.startLevel),
            minreq: bytes(in: settings.requestInterval), fragsize: .max)
    }

    private static func bytes(in duration: Duration) -> UInt32 {
        UInt32(duration.frameCount * frameSize)
    }

    var state: pa_stream_state_t { pa_stream_get_state(stream) }

    /// What the server calls the stream.
    var index: UInt32 { pa_stream_get_index(stream) }

    /// Whether what it plays to was suspended: it plays nothing, and its time stands still.
    var isSuspended: Bool { pa_stream_is_suspended(stream) > 0 }
}

// MARK: - Writing

extension PulseStream {
    /// What waits at the server, and what it asks for.
    var queue: PulseQueue {
        PulseQueue(
            target: Int(pa_stream_get_buffer_attr(stream)?.pointee.tlength ?? 0) / Self.frameSize,
            position: position, written: written,
            // An error is −1 here, and the stream's state tells it too.
            wanted: max(Int(pa_stream_writable_size(stream)), 0) / Self.frameSize)
    }

    /// Gives the server at most `count` frames from output frame `start` on that `render` makes,
    /// in memory of the server's. They take the place of what was written there before.
    ///
    /// Returns how many it gave; 0 if the stream takes none.
    mutating func write(
        at start: FrameTime, atMost count: Int,
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
        // Absolute, because only then is it certain which frames these are (A27).
        let status = pa_stream_write(
            stream, memory, frameCount * Self.frameSize, nil,
            Int64((start - base) * Self.frameSize), PA_SEEK_ABSOLUTE)
        guard status >= 0 else { return 0 }
        position = start + frameCount
        written = max(written, position)
        noteJoints(of: start...position)
        return frameCount
    }

    private mutating func noteJoints(of piece: ClosedRange<FrameTime>) {
        let read = queue.read
        joints.removeAll { $0 < read || piece.contains($0) }
        joints += [piece.lowerBound, piece.upperBound]
    }

    /// Asks for a queue as `settings` have it by now. Where the environment says how long that is,
    /// libpulse would ask for that instead.
    func resizeBuffer(_ settings: PulseSettings) {
        var buffer = Self.buffer(settings)
        forget(pa_stream_set_buffer_attr(stream, &buffer, nil, nil))
    }

    /// Gives the stream another name in the listener's mixer.
    func setTitle(_ title: String) {
        forget(pa_stream_set_name(stream, title, nil, nil))
    }

    /// Lets an operation run whose end nobody waits for; `nil` is one that the stream's state
    /// tells the failure of.
    private func forget(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }
}

// MARK: - Silence

extension PulseStream {
    /// Whether the server has asked for silence, and not taken that back.
    var isSilenceWanted: Bool { news.isSilenceWanted }

    /// Takes note that the server wants no silence any more, which it has not said to the stream.
    func endSilence() { news.isSilenceWanted = false }

    /// Stops playing, after all that was written before.
    func cork() { forget(pa_stream_cork(stream, 1, nil, nil)) }

    func uncork() { forget(pa_stream_cork(stream, 0, nil, nil)) }

    /// Makes output frame `frame` the one that the server reads next, where it reads nothing now:
    /// `read` is what was taken for that one before.
    mutating func goOn(with frame: FrameTime, insteadOf read: FrameTime) {
        base = base + (frame - read)
        position = position + (frame - read)
        written = written + (frame - read)
        joints = joints.map { $0 + (frame - read) }
    }
}

// MARK: - Timing

extension PulseStream {
    /// Whether a question about timing is on its way.
    var isAsking: Bool { timingRequest != nil }

    /// When the newest question about timing was asked.
    var askedAt: MonotonicTime { timingAskedAt }

    /// Whether the stream was moved to another sink since this was last asked. What the server has
    /// said of timing before holds no more (B23).
    mutating func takeMove() -> Bool {
        guard news.isMoved else { return false }
        news.isMoved = false
        dropTiming()
        return true
    }

    /// Takes no notice of the answer to the question that is on its way.
    mutating func dropTiming() {
        guard let request = timingRequest else { return }
        pa_operation_cancel(request)
        pa_operation_unref(request)
        timingRequest = nil
    }

    /// Asks the server how far it has played, unless a question is on its way.
    mutating func askForTiming() {
        guard timingRequest == nil else { return }
        timingAskedAt = .now
        timingRequest = pa_stream_update_timing_info(stream, nil, nil)
    }

    /// The answer to the question that was asked last, once it is here; each is given once.
    ///
    /// From the raw figures, because interpolated ones are wrong at times (B7).
    mutating func takeTiming(of server: PulseServerKind) -> PulseTiming? {
        guard let request = timingRequest,
            pa_operation_get_state(request) != PA_OPERATION_RUNNING
        else { return nil }
        pa_operation_unref(request)
        timingRequest = nil
        guard let info = pa_stream_get_timing_info(stream)?.pointee else { return nil }
        return PulseTiming(
            read: base + max(Int(info.read_index) / Self.frameSize, 0),
            unheardFrameCount: Self.frameCount(of: info.sink_usec),
            blockFrameCount: Self.frameCount(of: info.configured_sink_usec),
            askedAt: timingAskedAt, roundTrip: MonotonicTime.now.seconds(since: timingAskedAt),
            server: server)
    }

    private static func frameCount(of latency: pa_usec_t) -> Int {
        // Latencies that wrapped below zero come from old servers (B9).
        latency > 10_000_000 ? 0 : Int(latency) * FrameTime.rate / 1_000_000
    }

    /// Whether the server ran out of samples since this was last asked.
    mutating func takeUnderflow() -> Bool {
        let index = pa_stream_get_underflow_index(stream)
        defer { lastUnderflow = index }
        return index >= 0 && index != lastUnderflow
    }
}

/// What waits at a sound server, and what it asks for.
struct PulseQueue: Hashable {
    /// How many frames the server wants to have in its queue.
    var target: Int
    /// The first output frame after those that were written last, where the server takes its queue
    /// to end.
    var position: FrameTime
    /// The first output frame after all that were ever written. What the server has of them from
    /// ``position`` on is still to be replaced.
    var written: FrameTime
    /// How many frames it asks for, those that it has from ``position`` on included.
    var wanted: Int

    /// The first output frame that the server may not have read.
    var read: FrameTime { position - (target - wanted) }

    /// Whether what is written from `frame` on takes the place of something else, and does not just
    /// go on with doing so.
    func isReplaced(from frame: FrameTime) -> Bool { frame < written && frame != position }

    /// The first output frame that the server has no room for.
    var end: FrameTime { max(position + wanted, written) }
}
