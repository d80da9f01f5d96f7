import Advertising
import MediaTime

/// Lists of the assets of interstitials.
enum AssetListFuzz: FuzzTarget {
    static let name = "asset-list"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + ["\"ASSETS\":", "\"URI\":", "\"DURATION\":", "1e400", "-0.5", "a.m3u8"]

    static func run(_ bytes: [UInt8]) {
        // try?: a document that is no list is refused.
        guard let list = try? AssetList(parsing: String(decoding: bytes, as: UTF8.self)) else {
            return
        }
        precondition(list.assets.count <= AssetList.assetLimit, "too many assets")
        for asset in list.assets {
            precondition(!asset.address.isEmpty, "an asset without an address")
            precondition(
                TimeBounds.length.range.contains(asset.duration ?? .zero), "an endless asset")
        }
    }
}
