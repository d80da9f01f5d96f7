/// Whether a feed is the one that is looked at (rule I8).
public enum FeedActivity: String, Hashable, Sendable, Codable {
    case active
    case inactive
}
