/// A fact about a listener that outlives its renderer.
package enum TruexFact: Hashable, Sendable, Codable {
    case optedIn
    case optedOut
    /// All breaks of a stream are paid for.
    case sponsored(streamID: String, TruexSponsor)
}

/// A listener's earlier units, which determine what the next one may show.
package struct TruexHistory: Hashable, Sendable, Codable {
    /// The sponsored streams, newest last.
    private var sponsorships: [Sponsorship] = []

    /// The number of successive opt-outs.
    package private(set) var optOutCount = 0

    private struct Sponsorship: Hashable, Codable {
        var streamID: String
        var sponsor: TruexSponsor
    }

    /// The limit of remembered streams; the oldest are dropped.
    static let sponsorshipLimit = 64

    package init() {}

    /// The sponsor of the whole stream `streamID`; `nil` without one.
    package func sponsor(of streamID: String) -> TruexSponsor? {
        sponsorships.last { $0.streamID == streamID }?.sponsor
    }

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
