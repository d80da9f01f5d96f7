/// Whether a feed is at rest (rule I7).
public enum FeedMotion: String, Hashable, Sendable, Codable {
    case idle
    /// It is dragged, or still rolls.
    case moving
}
