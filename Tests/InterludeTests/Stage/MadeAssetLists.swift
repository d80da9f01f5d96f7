import AdCues
import Advertising
import HLSPlaylists
import Interlude
import MediaTime

/// Lists of assets by their addresses; any other list cannot be loaded.
struct MadeAssetLists: AssetListSupply {
    var lists: [String: [Advertisement]] = [:]

    func load(
        _ interstitial: Interstitial,
        report: @escaping @Sendable (Result<[Advertisement], AssetFailure>) -> Void
    ) -> any SpotLoad {
        let address = interstitial.asset.address
        report(lists[address].map { .success($0) } ?? .failure(AssetFailure("no \(address)")))
        return Load()
    }

    private final class Load: SpotLoad {
        func cancel() {}
    }
}

extension Interstitial {
    /// The interstitial of a date range with these attributes.
    init(attributes: String) {
        let list = AttributeList(parsing: "CLASS=\"com.apple.hls.interstitial\"," + attributes)
        // Each caller names one asset.
        self.init(DateRange(id: "i", list, before: 0))!
    }

    /// One with random attributes.
    static func random(using random: inout some RandomNumberGenerator) -> Interstitial {
        var interstitial = Interstitial(
            attributes: Int.random(in: 0..<6, using: &random) == 0
                ? "X-ASSET-URI=\"3000x0.5\"" : "X-ASSET-LIST=\"l\"")
        interstitial.duration = [nil, .frames(9000)].randomElement(using: &random) ?? nil
        interstitial.resumeOffset =
            [nil, .zero, .frames(-6000), .frames(6000), .frames(30_000)]
            .randomElement(using: &random) ?? nil
        if Int.random(in: 0..<4, using: &random) == 0 { interstitial.restrictions = [.skip] }
        if Int.random(in: 0..<4, using: &random) == 0 { interstitial.restrictions = [.jump] }
        if Int.random(in: 0..<6, using: &random) == 0 { interstitial.triggers = [.post] }
        return interstitial
    }
}
