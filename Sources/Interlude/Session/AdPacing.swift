import AdPlayback
import Advertising
import MediaTime

/// Whether ads may be heard now, by the rules of the operator (``AdRules``).
struct AdPacing: Hashable, Sendable {
    let rules: AdRules

    /// The output frames at which the spots of the last hour began, as far as they are counted.
    private var starts: [FrameTime] = []

    /// The first output frame after the last break.
    private var breakEnd: FrameTime?

    /// Within which the spots of ``AdRules/mostPerHour`` are counted.
    private static let hour = 3600 * FrameTime.rate

    init(_ rules: AdRules) { self.rules = rules }

    /// Follows the breaks that are heard.
    mutating func note(_ event: AdEvent) {
        if case .breakEnded = event.kind { breakEnd = event.frame }
        guard case .slotStarted = event.kind, event.bumper == nil, let most = rules.mostPerHour
        else { return }
        starts.append(event.frame)
        // Older ones make no difference.
        starts.removeFirst(max(0, starts.count - max(0, most)))
    }

    /// Whether a break that begins at output frame `begin` may have ads.
    func allowsBreak(at begin: FrameTime) -> Bool {
        begin.frames >= Int64(rules.freeStart.frameCount)
            && breakEnd.map { begin - $0 >= rules.interval.frameCount } ?? true
            && spotLimit(at: begin) > 0
    }

    /// The most spots of a break that begins at output frame `begin`.
    func spotLimit(at begin: FrameTime) -> Int {
        let inBreak = max(0, rules.mostPerBreak ?? .max)
        guard let most = rules.mostPerHour else { return inBreak }
        return min(inBreak, max(0, max(0, most) - starts.count { begin - $0 < Self.hour }))
    }
}

/// Those of the ads for a break that are heard, and the others.
struct ChosenAds {
    var spots: [Advertisement] = []
    var others: [LeftOutAd] = []
}

/// An ad that is not heard, and the error of which its server learns; `nil` if it is none.
struct LeftOutAd: Hashable, Sendable {
    let spot: Advertisement
    let code: VASTError?
}

extension [Advertisement] {
    /// Those that the rules allow and that fit `frameCount` frames. A creative is heard once in a
    /// break, and the end of a pod is cut, not its middle (VAST 4.3, section 2.3.1).
    func chosen(
        for frameCount: Int, by rules: AdRules, spotLimit: Int, overrun: BreakEndPolicy
    ) -> ChosenAds {
        var ads = ChosenAds()
        var heard: Set<String> = []
        for spot in self {
            if let duration = spot.duration, !rules.lengths.contains(duration) {
                ads.others.append(LeftOutAd(spot: spot, code: .duration))
            } else if !heard.isDisjoint(with: spot.creatives) {
                ads.others.append(LeftOutAd(spot: spot, code: nil))
            } else {
                heard.formUnion(spot.creatives)
                ads.spots.append(spot)
            }
        }
        let those = Array(ads.spots.prefix(spotLimit)).fitting(frameCount, overrun: overrun)
        ads.others += (those.others + ads.spots.dropFirst(spotLimit)).map {
            LeftOutAd(spot: $0, code: .breakShortened)
        }
        ads.spots = those.those
        return ads
    }
}

extension Advertisement {
    /// Its ids in registries of creatives.
    fileprivate var creatives: [String] {
        tracking?.facts["UNIVERSALADID"]?.split(separator: ",").map(String.init) ?? []
    }
}
