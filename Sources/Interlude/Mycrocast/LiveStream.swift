import FoundationEssentials

/// One live stream of the catalogue (rule M4).
public struct LiveStream: Hashable, Sendable, Identifiable, Codable {
    public var id: Int
    public var title: String
    public var description: String
    public var genre: String
    public var language: String

    /// How many are listening.
    public var listeners: Int

    public var startTime: Date
    public var likes: Int
    public var dislikes: Int

    /// The listener's own rating; `nil` while there is none.
    public var myStreamRating: Int?

    /// The streamer has muted the stream: the mute music is heard in its place.
    public var muted: Bool

    /// The mute music's audio; `nil` for silence.
    public var muteMusicURL: String?

    public var streamer: Streamer

    /// Who plays against whom, where the stream follows a game.
    public var homeTeam: Team?
    public var guestTeam: Team?

    /// Who sends a stream.
    public struct Streamer: Hashable, Sendable, Identifiable, Codable {
        public var id: Int
        public var name: String
        public var likes: Int
        public var dislikes: Int
    }

    /// One side of a game.
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
