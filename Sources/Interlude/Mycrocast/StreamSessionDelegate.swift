import AdPlayback

/// Hears how the stream that is played fares (rule M8).
///
/// Called on a queue that all delegates of one ``Mycrocast`` share, one call after the other, but
/// for sound and levels; calls back in are allowed. Every method has an implementation that does
/// nothing.
public protocol StreamSessionDelegate: HeardAudioDelegate {
    /// Playing has come to another state.
    func onSessionStateUpdate(_ state: SessionState)

    /// The stream that was to be played cannot be, or not any more, and why.
    func onSessionFailure(_ error: SessionError)

    /// A streamer has muted himself, in whatever stream.
    func streamerMuted(_ stream: LiveStream)
    func streamerUnMuted(_ stream: LiveStream)

    /// The listener can fall so far behind live.
    func onAvailableDelayChanged(_ delay: Duration)
}

extension StreamSessionDelegate {
    public func onSessionStateUpdate(_ state: SessionState) {}
    public func onSessionFailure(_ error: SessionError) {}
    public func streamerMuted(_ stream: LiveStream) {}
    public func streamerUnMuted(_ stream: LiveStream) {}
    public func onAvailableDelayChanged(_ delay: Duration) {}
}
