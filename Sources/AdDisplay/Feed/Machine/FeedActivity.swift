/// Whether a feed is the one that is looked at (contract I8).
public enum FeedActivity: String, Hashable, Sendable, Codable {
    case active
    case inactive
}
