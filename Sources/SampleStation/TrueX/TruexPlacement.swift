/// Where an ad may be shown, by its hash. Each has its own manner, for trying it out.
package enum TruexPlacement: String, CaseIterable, Codable, Sendable {
    case lighthouse

    /// For which there is never an ad.
    case noBid = "no-bid"

    /// Whose ad is shown without a card, and earns nothing (IDVx).
    case idvx
}
