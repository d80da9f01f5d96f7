import AudioSinks
import CPulse
import MediaTime
import PCMAudio

/// Owns one recording stream at a sound server, and closes it.
struct MonitorStream: ~Copyable {
    private static let frameSize = AudioFormat.pipelineChannelCount * MemoryLayout<Float>.size
    private static let fragment = Duration.milliseconds(5)

    private let stream: OpaquePointer
    private var frameCount = 0
    /// The pending timing request, if there is one.
    private var request: OpaquePointer?
    private(set) var askedAt = MonotonicTime.now

    /// Starts recording `source`.
    init(
        in context: borrowing PulseContext, source: String, manner: MonitorManner
    ) throws(SinkFailure) {
        var format = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(FrameTime.rate),
            channels: UInt8(AudioFormat.pipelineChannelCount))
        guard let stream = pa_stream_new(context.context, "Interlude latency", &format, nil) else {
            throw SinkFailure(context.failureReason)
        }
        var buffer = pa_buffer_attr(
            maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
            fragsize: UInt32(Self.fragment.frameCount * Self.frameSize))
        let adjust = manner == .pinned ? PA_STREAM_ADJUST_LATENCY.rawValue : 0
        let flags = pa_stream_flags_t(rawValue: PA_STREAM_DONT_MOVE.rawValue | adjust)
        guard pa_stream_connect_record(stream, source, &buffer, flags) >= 0 else {
            pa_stream_unref(stream)
            throw SinkFailure(context.failureReason)
        }
        self.stream = stream
    }

    deinit {
        if let request { pa_operation_unref(request) }
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    var state: pa_stream_state_t { pa_stream_get_state(stream) }

    /// Reads everything that has arrived since the last call; `nil` if nothing has.
    mutating func read() -> (samples: [Float], firstFrame: Int)? {
        let first = frameCount
        var samples: [Float] = []
        var data: UnsafeRawPointer?
        var size = 0
        while pa_stream_peek(stream, &data, &size) >= 0, size > 0 {
            let count = size / MemoryLayout<Float>.size
            if let data {
                samples += UnsafeRawBufferPointer(start: data, count: size).bindMemory(
                    to: Float.self)
            } else {
                samples += repeatElement(0, count: count)
            }
            pa_stream_drop(stream)
        }
        frameCount += samples.count / AudioFormat.pipelineChannelCount
        return samples.isEmpty ? nil : (samples, first)
    }

    /// Requests timing from the server, unless a request is pending.
    mutating func askForTiming() {
        guard request == nil else { return }
        askedAt = .now
        request = pa_stream_update_timing_info(stream, nil, nil)
    }

    /// When frame 0 was heard, by a new timing reply; `nil` if there is none since the last call.
    ///
    /// The latency of a monitor is negative if it delivers audio that is not heard yet.
    mutating func takeOrigin() -> MonotonicTime? {
        guard let answered = request, pa_operation_get_state(answered) != PA_OPERATION_RUNNING
        else { return nil }
        pa_operation_unref(answered)
        request = nil
        var latency = pa_usec_t(0)
        var isNegative: Int32 = 0
        guard let timing = pa_stream_get_timing_info(stream)?.pointee,
            pa_stream_get_latency(stream, &latency, &isNegative) >= 0
        else { return nil }
        let signed = isNegative == 0 ? Double(latency) : -Double(latency)
        let read = Double(timing.read_index) / Double(Self.frameSize * FrameTime.rate)
        return MonotonicTime.now.advanced(by: -(read + signed * 1e-6))
    }
}
