import CPulse

/// Collects a server's events and timing replies for a stream. Used on the loop's thread only.
final class PulseStreamEvents {
    /// Whether the server requests silence, by its last event about that.
    var isSilenceWanted = false

    /// Whether the stream was moved to another sink; its reader resets it.
    var isMoved = false

    /// Timing replies, oldest first; `nil` for a failed request.
    var answers: [PulseAnswer?] = []

    /// Subscribes to the events of `stream` until ``stopListening(to:)``. This object must live
    /// until then.
    func listen(to stream: OpaquePointer) {
        let address = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_moved_callback(
            stream,
            { _, pointer in
                guard let pointer else { return }
                Unmanaged<PulseStreamEvents>.fromOpaque(pointer).takeUnretainedValue().isMoved =
                    true
            }, address)
        pa_stream_set_event_callback(
            stream,
            { _, name, _, pointer in
                guard let name, let pointer else { return }
                Unmanaged<PulseStreamEvents>.fromOpaque(pointer).takeUnretainedValue()
                    .take(String(cString: name))
            }, address)
    }

    /// Unsubscribes from `stream`, which may outlive this object.
    func stopListening(to stream: OpaquePointer) {
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_set_event_callback(stream, nil, nil)
    }

    private func take(_ event: String) {
        switch event {
        case PA_STREAM_EVENT_REQUEST_CORK: isSilenceWanted = true
        case PA_STREAM_EVENT_REQUEST_UNCORK: isSilenceWanted = false
        default: break
        }
    }
}
