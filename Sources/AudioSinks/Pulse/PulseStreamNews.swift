import CPulse

/// What a server has said of a stream unasked. Used on the loop's thread only.
final class PulseStreamNews {
    /// Whether the server wants silence, as of its last word on that.
    var isSilenceWanted = false

    /// Whether the stream plays elsewhere since this was last taken note of.
    var isMoved = false

    /// Answers to questions about timing, the oldest first; `nil` where one failed.
    var answers: [PulseAnswer?] = []

    /// Has `stream` tell here what happens, until ``letGo(of:)``, during which this has to live.
    func listen(to stream: OpaquePointer) {
        let address = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_moved_callback(
            stream,
            { _, news in
                guard let news else { return }
                Unmanaged<PulseStreamNews>.fromOpaque(news).takeUnretainedValue().isMoved = true
            }, address)
        pa_stream_set_event_callback(
            stream,
            { _, name, _, news in
                guard let name, let news else { return }
                Unmanaged<PulseStreamNews>.fromOpaque(news).takeUnretainedValue()
                    .take(String(cString: name))
            }, address)
    }

    /// Hears nothing of `stream` any more, which may outlive this.
    func letGo(of stream: OpaquePointer) {
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
