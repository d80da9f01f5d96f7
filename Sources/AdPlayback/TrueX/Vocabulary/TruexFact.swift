/// Something about a listener that outlives the renderer that learned it.
package enum TruexFact: Hashable, Sendable, Codable {
    case optedIn
    case optedOut
    /// All breaks of a stream are paid for.
    case sponsored(streamID: String, TruexSponsor)
}
