/// Which ad a row of a feed holds; unique in its feed, and the same wherever the row moves.
public struct FeedAdHandle: Hashable, Sendable {
    public var rawValue: UInt64

    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

extension FeedAdHandle: CustomStringConvertible {
    /// The handle as rows and the event log write it.
    public var description: String { "ad-\(rawValue)" }
}

/// An ad as its row shows it: what the seed hands out as an ad view.
public struct FeedAdView: Hashable, Sendable, Identifiable {
    /// The same wherever the row moves, and never that of another ad, so that what a host draws
    /// for it cannot be taken for another's.
    public var id: FeedAdHandle

    public var ad: FeedAd

    /// How high its row is in points, with the margins above and below.
    public var rowHeight: Double

    public var playback: Playback

    /// Whether it is started, and what is heard of it.
    public enum Playback: String, Hashable, Sendable, Codable {
        case stopped
        /// Started, but nothing of it is heard.
        case silent
        case audible
    }
}
