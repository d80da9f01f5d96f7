/// Something about a listener that outlives the renderer that learned it.
package enum TruexFact: Hashable, Sendable, Codable {
    case optedIn
    case optedOut
    /// A credit, which is to be claimed from the ad server once for each engagement.
    case credited(engagementID: String)
    /// All breaks of a stream are paid for.
    case sponsored(streamID: String, TruexSponsor)
}
