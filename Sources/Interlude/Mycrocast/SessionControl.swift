import AdPlayback
import MediaTime

/// Plays one stream of a ``Mycrocast`` at a time (rules M5 to M8).
public final class SessionControl: Sendable {
    private let hub: ServiceSession

    init(_ hub: ServiceSession) {
        self.hub = hub
    }

    /// Plays a stream of the catalogue, after stopping the present one.
    ///
    /// Returns at once; the delegates get the result. Returns `false` and does nothing if the
    /// catalogue has no such stream, or it is the present one. The stream starts with
    /// `bufferDuration` of audio, and the listener can fall `maxDelay` behind live. With `.byApp`,
    /// the app takes each advertisement from ``Advertisements/getAdvertisement()`` and plays it
    /// (rules M11 and M12).
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

    /// Stops the stream. A playing spot is cut short and reported as such.
    public func stop() {
        hub.listening?.leave(.stopped)
    }

    /// The state of the playback.
    public func currentStatus() -> SessionState {
        hub.listening?.status ?? .idle
    }

    /// Whether `streamId` plays or is about to.
    public func currentPlaying(_ streamId: LiveStream.ID) -> Bool {
        hub.listening.map { $0.isActive && $0.stream.id == streamId } ?? false
    }

    /// The delay behind live; zero without a stream.
    public func currentDelay() -> Duration {
        hub.listening?.audio?.status.behindLive ?? .zero
    }

    /// The available delay behind live, which grows up to the `maxDelay` of the playback.
    public func availableDelay() -> Duration {
        guard let listening = hub.listening, listening.isActive else { return .zero }
        return listening.availableDelay
    }

    /// Sets the delay behind live to `delay`, or as near as possible (rule M7).
    ///
    /// Returns the new delay; zero without a stream.
    @discardableResult
    public func setDelay(_ delay: Duration) -> Duration {
        guard let audio = hub.listening?.audio else { return .zero }
        let clamped = min(max(.zero, delay), availableDelay())
        audio.send(.setDelay(clamped))
        return clamped
    }

    /// The audio session, for its volume, status and commands; `nil` without a stream.
    public var audioSession: AudioSession? { hub.listening?.audio }

    /// Adds `delegate`, which is held weakly. A delegate is added only once.
    public func addObserver(_ delegate: any StreamSessionDelegate) {
        hub.observers.sessions.add(ObjectIdentifier(delegate)) { [weak delegate] in delegate }
    }

    /// Removes `delegate`.
    public func removeObserver(_ delegate: any StreamSessionDelegate) {
        hub.observers.sessions.remove(ObjectIdentifier(delegate))
    }

    /// Adds `delegate` to the present and all later audio sessions.
    ///
    /// It gets breaks, banners, the event log, and the heard audio and its levels (rule M8). It is
    /// held weakly.
    public func addAudioDelegate(_ delegate: any AudioSessionDelegate) {
        hub.observers.audio.add(ObjectIdentifier(delegate)) { [weak delegate] in delegate }
        hub.listening?.audio?.addDelegate(delegate)
    }
}

/// Why the service refuses a session or a request (rule M1).
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    public var kind: Kind

    /// What, where and what to try, in one line.
    public var message: String

    /// What went wrong, as the SDK names it.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The apiKey is unknown, or the session has ended.
        case authentication
        /// The service is unreachable or out of order.
        case connection
        /// The customerToken does not belong to the apiKey.
        case security
        /// There is no such stream.
        case stream
        /// Anything else.
        case generic
    }

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { "\(kind.rawValue): \(message)" }

    /// The error of every call before ``Mycrocast/start(apiKey:customerToken:)``.
    static let notStarted = SessionError(.generic, "there is no session; call start first")
}

extension SessionError: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind = "error"
        case message
    }
}
