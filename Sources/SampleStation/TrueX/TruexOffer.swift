/// An answer of the ad server, with what was asked.
struct TruexOffer: Sendable {
    var answer: TruexAnswer
    var request: TruexRequest

    /// The session of what is offered; nil if nothing is.
    var engagement: Int?
}
