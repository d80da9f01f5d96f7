import AdDisplay
import Advertising
import MediaTime

/// A list of house ads.
enum HouseAdFuzz: FuzzTarget {
    static let name = "house-ads"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + JSONWords.spot + [
            "\"image\":", "\"sizes\":[", "\"INTERSTITIAL\"", "\"BANNER\"", "\"adUnitId\":",
            "\"text\":", "\"spot\":{", "http://",
        ]

    static func run(_ bytes: [UInt8]) {
        let place = "http://a.example/house-ads.json"
        // try?: a malformed list is refused.
        guard
            let stock = try? HouseAdInventory(
                parsing: bytes, from: .document(address: place), at: place)
        else { return }
        var rotation = HouseAdRotation()
        rotation.restock(stock.ads)
        rotation.restock(stock.ads.reversed())
        for type in [AdType.interstitial, .inlineBanner, .screenBanner] {
            _ = rotation.next(for: AdConfig(adUnitId: "unit", adType: type))
        }
        for spot in stock.ads.compactMap(\.spot) { _ = spot.duration?.frameCount }
    }
}
