/// The ads of a feed.
public protocol FeedAdSource: Sendable {
    /// An ad that is available at once; `nil` if there is none. Never waits (rule I2: a preroll's
    /// timeout is 0).
    func readyAd(for request: FeedAdRequest) -> FeedAd?

    /// Loads an ad. The caller cancels the task after its own timeout.
    func ad(for request: FeedAdRequest) async throws(FeedAdFailure) -> FeedAd
}

/// A feed's request for an ad.
public struct FeedAdRequest: Hashable, Sendable, Identifiable {
    /// Unique in its helper; the answer carries it.
    public var id: ID

    /// The series that the request belongs to.
    public var key: FeedRequestKey

    /// The placement of the ad; one of several if the helper serves a tag.
    public var placement: String

    /// The number of the ad in its placement and series, from 1.
    public var place: Int

    /// The preferred width in points; `nil` if the feed has none.
    public var width: Double?

    /// Identifies a request of one helper.
    public struct ID: Hashable, Sendable {
        public var rawValue: UInt64

        public init(_ rawValue: UInt64) {
            self.rawValue = rawValue
        }
    }
}

/// Identifies a series of requests. A feed that is cleaned starts a new series (rule I1).
public struct FeedRequestKey: Hashable, Sendable {
    /// The helper's placement or tag.
    public var name: String

    /// The start of the series in milliseconds since 1970; later than the previous series.
    public var milliseconds: Int64

    public init(name: String, milliseconds: Int64) {
        self.name = name
        self.milliseconds = milliseconds
    }

    /// The key of the next series, which starts now, but at least a millisecond after this one.
    func next(milliseconds now: Int64) -> FeedRequestKey {
        FeedRequestKey(name: name, milliseconds: max(now, milliseconds + 1))
    }
}

extension FeedRequestKey: CustomStringConvertible {
    /// `placement_timestampMs`, as in the seed.
    public var description: String { "\(name)_\(milliseconds)" }
}

/// Why a feed got no ad.
public enum FeedAdFailure: String, Error, Hashable, Sendable, Codable {
    /// The placement has no ad.
    case noAd
    /// The requester is not ready; the request is cancelled.
    case notReady
    /// The ad server is unreachable, or its answer is not an ad.
    case failed
    /// No answer in time.
    case timeout
}
