import AdPlayback

/// Plays one stream of a ``Mycrocast`` at a time (rules M5 to M8).
public final class SessionControl: Sendable {
    private let hub: ServiceSession

    init(_ hub: ServiceSession) {
        self.hub = hub
    }

    /// Plays a stream of the catalogue; the one that was played is stopped first.
    ///
    /// Returns at once: what comes of it is told to the delegates. Returns `false`, and does
    /// nothing, if the catalogue has no such stream, or if it is the one that is played.
    /// `bufferDuration` of sound has to be here before the stream begins, and the listener can
    /// fall `maxDelay` behind live. With `.byApp` no advertisement begins by itself: the app takes
    /// each with ``Advertisements/getAdvertisement()`` and plays it (rules M11 and M12).
    @discardableResult
    public func play(
        streamId: LiveStream.ID, bufferDuration: Duration = .seconds(1),
        maxDelay: Duration = .seconds(300), adPlayback: AdvertisementPlayback = .automatic
    ) -> Bool {
        hub.play(
            streamId,
            PlayPreferences(
                bufferDuration: max(.zero, bufferDuration), maxDelay: max(.zero, maxDelay),
                adPlayback: adPlayback))
    }

    /// Stops what is played; a spot that is heard is broken off, and reported as such.
    public func stop() {
        hub.listening?.leave(.stopped)
    }

    /// Where playing stands.
    public func currentStatus() -> SessionState {
        hub.listening?.status ?? .idle
    }

    /// Whether `streamId` is played, or about to be.
    public func currentPlaying(_ streamId: LiveStream.ID) -> Bool {
        hub.listening.map { $0.isActive && $0.stream.id == streamId } ?? false
    }

    /// How far what is heard lies behind live; zero while nothing is.
    public func currentDelay() -> Duration {
        hub.listening?.audio?.status.behindLive ?? .zero
    }

    /// How far the listener can fall behind live; grows up to the `maxDelay` of the play.
    public func availableDelay() -> Duration {
        guard let listening = hub.listening, listening.isActive else { return .zero }
        return listening.availableDelay
    }

    /// Lets the listener fall `delay` behind live, or as near to it as can be (rule M7).
    ///
    /// Returns the delay that is gone to; zero if nothing is played.
    @discardableResult
    public func setDelay(_ delay: Duration) -> Duration {
        guard let audio = hub.listening?.audio else { return .zero }
        let clamped = min(max(.zero, delay), availableDelay())
        audio.send(.setDelay(clamped))
        return clamped
    }

    /// What plays the stream, for its volume, its status and its commands; `nil` while nothing
    /// does.
    public var audioSession: AudioSession? { hub.listening?.audio }

    /// Has `delegate` told how playing fares from now on. It is held weakly, and added once.
    public func addObserver(_ delegate: any StreamSessionDelegate) {
        hub.observers.sessions.add(ObjectIdentifier(delegate)) { [weak delegate] in delegate }
    }

    /// Has `delegate` told of nothing any more.
    public func removeObserver(_ delegate: any StreamSessionDelegate) {
        hub.observers.sessions.remove(ObjectIdentifier(delegate))
    }

    /// Has `delegate` told of breaks, banners and the event log of this and every later session.
    ///
    /// It also gets the audio that is heard, and how loud that is (rule M8). It is held weakly.
    public func addAudioDelegate(_ delegate: any AudioSessionDelegate) {
        hub.observers.audio.add(ObjectIdentifier(delegate)) { [weak delegate] in delegate }
        hub.listening?.audio?.addDelegate(delegate)
    }
}
