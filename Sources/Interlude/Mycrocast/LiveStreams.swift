import AdPlayback
import FoundationEssentials
import MediaTime

/// The catalogue of a ``Mycrocast``, updated by the pushes of the service (rule M3).
public final class LiveStreams: Sendable {
    private let hub: ServiceSession

    init(_ hub: ServiceSession) {
        self.hub = hub
    }

    /// The present streams; empty without a session.
    public func getStreams() -> [LiveStream] { hub.catalogue }

    /// The stream `id`; `nil` if it is not in the catalogue.
    public func getStream(_ id: LiveStream.ID) -> LiveStream? {
        hub.catalogue.first { $0.id == id }
    }

    /// Requests all streams from the service again.
    @discardableResult
    public func requestStreams() async throws(SessionError) -> [LiveStream] {
        try await hub.requestStreams()
    }

    /// Adds `delegate`, which is held weakly. A delegate is added only once.
    public func addObserver(_ delegate: any LiveStreamsDelegate) {
        hub.observers.catalogue.add(ObjectIdentifier(delegate)) { [weak delegate] in delegate }
    }

    /// Removes `delegate`.
    public func removeObserver(_ delegate: any LiveStreamsDelegate) {
        hub.observers.catalogue.remove(ObjectIdentifier(delegate))
    }
}

/// A live stream of the catalogue (rule M4).
public struct LiveStream: Hashable, Sendable, Identifiable, Codable {
    /// What ``SessionControl/play(streamId:bufferDuration:maxDelay:adPlayback:)`` takes.
    public var id: Int
    public var title: String
    public var description: String
    public var genre: String
    public var language: String

    /// The number of listeners.
    public var listeners: Int

    public var startTime: Date
    public var likes: Int
    public var dislikes: Int

    /// The listener's own rating; `nil` if there is none.
    public var myStreamRating: Int?

    /// Whether the streamer has muted the stream. The mute music is heard instead.
    public var muted: Bool

    /// The audio of the mute music; `nil` for silence.
    public var muteMusicURL: String?

    public var streamer: Streamer

    /// The teams, if the stream covers a match.
    public var homeTeam: Team?
    public var guestTeam: Team?

    /// The streamer.
    public struct Streamer: Hashable, Sendable, Identifiable, Codable {
        public var id: Int
        public var name: String
        public var likes: Int
        public var dislikes: Int
    }

    /// A team of a match.
    public struct Team: Hashable, Sendable, Codable {
        public var name: String
        public var score: Int
    }

    private enum CodingKeys: String, CodingKey {
        case id, title, description, genre, language, listeners, startTime, likes, dislikes
        case myStreamRating, muted, streamer, homeTeam, guestTeam
        case muteMusicURL = "muteMusicUrl"
    }
}

/// Receives changes of the catalogue (rule M3).
///
/// All delegates of one ``Mycrocast`` are called on a common queue, one call after the other. A
/// delegate may call the session. Every method has an empty default implementation.
public protocol LiveStreamsDelegate: AnyObject, Sendable {
    func onStreamAdded(_ stream: LiveStream)
    func onStreamUpdated(_ stream: LiveStream)

    /// The stream was removed. If it was playing, it was stopped.
    func onStreamRemoved(_ stream: LiveStream)
}

extension LiveStreamsDelegate {
    public func onStreamAdded(_ stream: LiveStream) {}
    public func onStreamUpdated(_ stream: LiveStream) {}
    public func onStreamRemoved(_ stream: LiveStream) {}
}

/// How a stream is played (rule M5).
struct PlayPreferences: Hashable, Sendable {
    /// The buffer before the stream starts.
    var bufferDuration: Duration

    /// The maximum delay behind live.
    var maxDelay: Duration

    /// Whether the session or the app plays the advertisements.
    var adPlayback: AdvertisementPlayback
}
