/// Where the ads of a feed come from.
public protocol FeedAdSource: Sendable {
    /// An ad that is there already; `nil` if none is. Never waits (rule I2: a preroll's
    /// time-out is 0).
    func readyAd(for request: FeedAdRequest) -> FeedAd?

    /// Gets an ad. Who asks waits at most as long as his settings say, and then cancels the task.
    func ad(for request: FeedAdRequest) async throws(FeedAdFailure) -> FeedAd
}

/// What a feed asks an ad server for.
public struct FeedAdRequest: Hashable, Sendable, Identifiable {
    /// Which request of its helper it is; an answer carries it.
    public var id: ID

    /// Which series of requests it belongs to.
    public var key: FeedRequestKey

    /// The placement that an ad is wanted for; one of several if the helper serves a tag.
    public var placement: String

    /// Which ad of its placement in this series it would be, from 1.
    public var place: Int

    /// How wide in points the ad is preferred to be; `nil` where the feed does not say.
    public var width: Double?

    /// Tells requests of one helper from each other.
    public struct ID: Hashable, Sendable {
        public var rawValue: UInt64

        public init(_ rawValue: UInt64) {
            self.rawValue = rawValue
        }
    }
}

/// Tells one series of requests from the next: a feed that is cleaned begins a new one
/// (rule I1).
public struct FeedRequestKey: Hashable, Sendable {
    /// The placement or the tag that the helper was made for.
    public var name: String

    /// When the series began, in milliseconds since 1970; later than that of the series before.
    public var milliseconds: Int64

    public init(name: String, milliseconds: Int64) {
        self.name = name
        self.milliseconds = milliseconds
    }

    /// The key of the series that follows, which begins now, or a millisecond after this one.
    func next(milliseconds now: Int64) -> FeedRequestKey {
        FeedRequestKey(name: name, milliseconds: max(now, milliseconds + 1))
    }
}

extension FeedRequestKey: CustomStringConvertible {
    /// `placement_timestampMs`, as the seed writes it.
    public var description: String { "\(name)_\(milliseconds)" }
}

/// Why a feed got no ad.
public enum FeedAdFailure: String, Error, Hashable, Sendable, Codable {
    /// There is none for this placement.
    case noAd
    /// Who asks for ads is not ready yet; the request is cancelled.
    case notReady
    /// The ad server cannot be reached, or what it answers is not an ad.
    case failed
    /// No answer in time.
    case timeout
}
