/// Identifies an ad in its feed, also when its row moves.
public struct FeedAdHandle: Hashable, Sendable {
    public var rawValue: UInt64

    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

extension FeedAdHandle: CustomStringConvertible {
    /// As written in rows and in the event log.
    public var description: String { "ad-\(rawValue)" }
}

/// An ad as shown in its row; the seed's ad view.
public struct FeedAdView: Hashable, Sendable, Identifiable {
    /// Never reused for another ad, so a host can key its drawings by it.
    public var id: FeedAdHandle

    public var ad: FeedAd

    /// The height of the row in points, including the margins.
    public var rowHeight: Double

    public var playback: Playback

    /// Whether the ad is started and audible.
    public enum Playback: String, Hashable, Sendable, Codable {
        case stopped
        /// Started without sound.
        case silent
        case audible
    }
}
