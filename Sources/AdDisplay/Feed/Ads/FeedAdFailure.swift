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
