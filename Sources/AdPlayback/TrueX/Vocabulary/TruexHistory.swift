/// Something about a listener that outlives the renderer that learned it.
package enum TruexFact: Hashable, Sendable, Codable {
    case optedIn
    case optedOut
    /// All breaks of a stream are paid for.
    case sponsored(streamID: String, TruexSponsor)
}

/// What a listener did with the units before: it decides what the next one may show.
package struct TruexHistory: Hashable, Sendable, Codable {
    /// The streams that a sponsor paid for, the newest last.
    private var sponsorships: [Sponsorship] = []

    /// How many units in a row were not wanted.
    package private(set) var optOutCount = 0

    private struct Sponsorship: Hashable, Codable {
        var streamID: String
        var sponsor: TruexSponsor
    }

    /// More streams than anyone comes back to; the oldest ones are forgotten.
    static let sponsorshipLimit = 64

    package init() {}

    /// Who paid for the whole stream `streamID`; `nil` if nobody did.
    package func sponsor(of streamID: String) -> TruexSponsor? {
        sponsorships.last { $0.streamID == streamID }?.sponsor
    }

    /// Takes in what a renderer wants remembered.
    package mutating func note(_ fact: TruexFact) {
        switch fact {
        case .optedIn: optOutCount = 0
        case .optedOut: optOutCount += 1
        case .sponsored(let streamID, let sponsor):
            sponsorships.removeAll { $0.streamID == streamID }
            sponsorships.append(Sponsorship(streamID: streamID, sponsor: sponsor))
            sponsorships.removeFirst(max(0, sponsorships.count - Self.sponsorshipLimit))
        }
    }
}
