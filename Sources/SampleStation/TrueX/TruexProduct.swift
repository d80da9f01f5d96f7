/// What a viewer earns with an interactive ad.
package enum TruexProduct: String, CaseIterable, Codable, Sendable {
    /// With a credit in the preroll, the rest of the stream without pods.
    case sponsoredStream = "sponsored_stream"

    /// This pod alone.
    case sponsoredAdBreak = "sponsored_ad_break"
}
