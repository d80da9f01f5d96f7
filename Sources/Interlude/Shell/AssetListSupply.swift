import AdCues
import Advertising

/// Loads the lists of the assets of interstitials.
package protocol AssetListSupply: Sendable {
    /// Starts to load the list that `interstitial` names. Returns at once, and calls `report` once,
    /// on any thread.
    func load(
        _ interstitial: Interstitial,
        report: @escaping @Sendable (Result<[Advertisement], AssetFailure>) -> Void
    ) -> any SpotLoad
}

/// Why the assets of an interstitial are not known, in words.
package struct AssetFailure: Error, Hashable {
    package var words: String

    package init(_ words: String) { self.words = words }

    static let unsupported = AssetFailure("this session loads no lists of assets")
}
