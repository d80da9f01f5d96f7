/// How an answer of the ad server may fail, if a request asks for it.
enum TruexFault: String, CaseIterable, Sendable {
    /// The answer comes late.
    case slow

    /// After the head comes nothing more, and no end.
    case stall

    case failure = "500"

    /// The answer is something else altogether.
    case garbage

    /// There is no ad.
    case noBid = "no-bid"

    static let slowness = Duration.seconds(3)
}
