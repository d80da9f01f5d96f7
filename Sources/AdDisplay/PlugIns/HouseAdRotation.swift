/// Decides which house ad is next: of those that fit, the one that was shown least often, and of
/// several the one that stands first in the list.
package struct HouseAdRotation: Hashable, Sendable {
    private var ads: [HouseAd] = []
    private var turns: [HouseAd.ID: Int] = [:]

    package init() {}

    /// Takes a new list. Ads that were there keep their turns; one that is new does not take all
    /// those that the others have had.
    package mutating func restock(_ ads: [HouseAd]) {
        let known = ads.compactMap { turns[$0.id] }
        let start = known.min() ?? 0
        turns = Dictionary(
            ads.map { ($0.id, turns[$0.id] ?? start) }, uniquingKeysWith: { first, _ in first })
        self.ads = ads
    }

    /// Takes the next ad that fits; `nil` if none does.
    package mutating func next(for config: AdConfig) -> HouseAd? {
        let fitting = ads.filter { $0.fits(config) }
        guard let ad = fitting.min(by: { turns[$0.id, default: 0] < turns[$1.id, default: 0] })
        else { return nil }
        turns[ad.id, default: 0] += 1
        return ad
    }
}

extension HouseAd {
    /// What follows a `?` in a unit's name says for whom the ad is, not which.
    fileprivate func fits(_ config: AdConfig) -> Bool {
        let unit = String(config.adUnitId.prefix(while: { $0 != "?" }))
        guard adUnitId == nil || adUnitId == unit else { return false }
        return switch config.adType {
        case .interstitial: shapes.contains(.interstitial)
        case .screenBanner: shapes.isEmpty || !banners.isEmpty
        case .inlineBanner: shapes.isEmpty || banners.contains(config.inlineBanner)
        }
    }

    fileprivate var banners: [AdSizeName] {
        AdSizeName.allCases.filter { shapes.contains(.banner($0)) }
    }

    /// How large it is drawn where `config` wants it.
    func size(for config: AdConfig) -> AdSize {
        switch config.adType {
        case .interstitial: .fullScreen
        case .screenBanner: (banners.first ?? .smartBanner).size
        case .inlineBanner: config.inlineBanner.size
        }
    }
}

extension AdConfig {
    fileprivate var inlineBanner: AdSizeName {
        inlineBannerSize.flatMap(AdSizeName.init) ?? .banner
    }
}
