/// What a listener did with the units before: it decides what the next one may show.
package struct TruexHistory: Hashable, Sendable, Codable {
    /// Who paid for a whole stream, by the stream's id.
    package private(set) var sponsors: [String: TruexSponsor] = [:]

    /// How many units in a row were not wanted.
    package private(set) var optOutCount = 0

    /// The engagements whose credit was earned.
    package private(set) var engagements: Set<String> = []

    package init() {}

    /// Takes in what a renderer wants remembered.
    package mutating func note(_ fact: TruexFact) {
        switch fact {
        case .optedIn: optOutCount = 0
        case .optedOut: optOutCount += 1
        case .credited(let engagementID): engagements.insert(engagementID)
        case .sponsored(let streamID, let sponsor): sponsors[streamID] = sponsor
        }
    }
}
