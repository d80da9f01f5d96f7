/// How an answer of the ad server fails on request: `?fault=…`.
enum AdTagFault: String, CaseIterable, Sendable {
    /// It is late by three seconds.
    case slow

    /// Nothing follows its head.
    case stall

    /// A byte follows each second.
    case drip

    /// The connection ends in the middle of it.
    case close

    /// It leads to itself, by a redirect.
    case redirect

    /// It is a wrapper around itself.
    case loop

    case failure = "500"
    case missing = "404"

    /// It is no XML.
    case garbage

    /// It has no ads.
    case noAd = "no-ad"

    static let slowness = Duration.seconds(3)
    static let dripPause = Duration.seconds(1)
}
