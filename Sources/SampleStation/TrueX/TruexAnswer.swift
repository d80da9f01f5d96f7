/// What the ad server answers a viewer.
package enum TruexAnswer: String, Codable, Sendable {
    case choiceCard = "choice_card"

    /// The stream is sponsored already.
    case skipCard = "skip_card"

    case idvx

    /// There is no ad for this placement.
    case noBid = "no_bid"

    /// There is none for a viewer who chose the pod too often.
    case capped
}
