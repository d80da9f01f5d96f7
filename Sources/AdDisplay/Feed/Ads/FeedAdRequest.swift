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
