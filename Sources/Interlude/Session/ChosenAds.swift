import AdPlayback
import Advertising
import MediaTime

/// Those of the ads for a break that are heard, and the others.
struct ChosenAds {
    var spots: [Advertisement] = []
    var others: [LeftOutAd] = []
    /// The stand-alone ads that are left, which may take the place of an ad whose media fail.
    var spares: [Advertisement] = []
}

extension [Advertisement] {
    /// Those that the rules allow and that fit `frameCount` frames; `nil` for a break without a length.
    /// A creative is heard once in a break, and the end of a pod is cut, not its middle (VAST 4.3,
    /// section 2.3.1). If the rules want it, no two ads of a category are heard: one of `spares` takes
    /// the place of the later one, or it is left out. All of `spares` may be heard.
    func chosen(
        for frameCount: Int?, by rules: AdRules, spotLimit: Int, overrun: BreakEndPolicy,
        spares: [Advertisement] = []
    ) -> ChosenAds {
        var ads = ChosenAds(spares: spares)
        var heard = AdTraits()
        // A spare may not keep an ad of the pod from being heard.
        var pod = AdTraits(of: filter { rules.allowsLength(of: $0) })
        for spot in self {
            if !rules.allowsLength(of: spot) {
                ads.others.append(LeftOutAd(spot: spot, reason: .otherLength))
            } else if heard.hasCreative(of: spot) {
                ads.others.append(LeftOutAd(spot: spot, reason: .repeated))
            } else if rules.separatesCategories, heard.hasCategory(of: spot) {
                ads.others.append(LeftOutAd(spot: spot, reason: .sameCategory))
                let index = ads.spares.firstIndex { spare in
                    let fits =
                        ads.spots.count < spotLimit
                        && spare.fits(
                            after: ads.spots, for: frameCount, inPlaceOf: spot, overrun: overrun)
                    return fits && !pod.hasCreative(of: spare) && !pod.hasCategory(of: spare)
                }
                guard let index else { continue }
                let spare = ads.spares.remove(at: index)
                pod.add(spare)
                ads.spots.append(spare)
            } else {
                heard.add(spot)
                ads.spots.append(spot)
            }
        }
        let first = Array(ads.spots.prefix(spotLimit))
        let fitting = frameCount.map { first.fitting($0, overrun: overrun).those } ?? first
        ads.others += ads.spots.dropFirst(fitting.count).map {
            LeftOutAd(spot: $0, reason: .breakShortened)
        }
        ads.spots = fitting
        return ads
    }
}

/// What ads have by which another one may be too much beside them in a break.
struct AdTraits: Hashable, Sendable {
    private var creatives: Set<String> = []
    private var categories: Set<AdCategory> = []

    init(of spots: [Advertisement] = []) {
        for spot in spots { add(spot) }
    }

    mutating func add(_ spot: Advertisement) {
        creatives.formUnion(spot.creatives)
        categories.formUnion(spot.categories)
    }

    func hasCreative(of spot: Advertisement) -> Bool { !creatives.isDisjoint(with: spot.creatives) }

    func hasCategory(of spot: Advertisement) -> Bool {
        !categories.isDisjoint(with: spot.categories)
    }
}

extension Advertisement {
    /// Whether it is heard after `others` in a break of `frameCount` frames, in the place of `spot`,
    /// and keeps none of the ads after that from being heard. With `frameCount` `nil`, each is.
    fileprivate func fits(
        after others: [Advertisement], for frameCount: Int?, inPlaceOf spot: Advertisement,
        overrun: BreakEndPolicy
    ) -> Bool {
        guard let frameCount else { return true }
        let place = spot.duration.map { $0.frameCount + BreakAssets.fitTolerance } ?? .max
        guard duration?.frameCount ?? .max <= place else { return false }
        return (others + [self]).fitting(frameCount, overrun: overrun).others.isEmpty
    }
}
