import AdCues
import Advertising
import MediaTime

/// What is kept of one break.
extension BreakAssets {
    /// Whether a spot of a break was heard.
    func hasBegun(_ number: Int) -> Bool { handed[number]?.hasBegun ?? false }

    /// Whether spots of a break were heard, and not all have ended.
    func isHeard(_ number: Int) -> Bool {
        handed[number].map { $0.hasBegun && !$0.isOver } ?? false
    }

    /// Whether all spots of a break that was handed over have ended.
    func isOver(_ number: Int) -> Bool { handed[number]?.isOver ?? false }

    /// Whether a break that has not begun has nothing to play.
    func isUnfilled(_ number: Int) -> Bool { unfilled[number] != nil }

    struct List {
        /// What the marker named when it was requested; `nil` for ads of servers.
        let asset: Interstitial.Asset?
        var state: State
        /// The ads that may take the place of one whose media fail.
        var spares: [Advertisement] = []
        /// The output frame at which it became known.
        var answer: FrameTime?

        enum State {
            case asked(request: Int)
            case known([Advertisement])
            /// No ad server has an ad.
            case failed(AdDecision.Failure)
        }

        /// Those of ``spares`` that the rules allow and that may still begin at output frame `heard`.
        func spares(allowedBy rules: AdRules, at heard: FrameTime) -> [Advertisement] {
            spares.filter {
                rules.allowsLength(of: $0) && !$0.hasExpired(at: heard, since: answer ?? heard)
            }
        }
    }

    struct Handed {
        /// The assets that have no id yet, and the lengths of all others by their ids.
        var unnumbered: [Length]
        var lengths: [Int: Length] = [:]
        /// The ads that may take the place of one whose media fail.
        var spares: [Advertisement] = []
        /// The output frame at which its ads became known; `nil` if it was not asked for any.
        var answer: FrameTime?
        /// The creatives of its ads.
        var creatives: Set<String> = []
        /// The categories that no other ad may have, by the ids of the ads of which something was or may
        /// be heard; none if the rules do not separate them.
        var categories: [Int: [AdCategory]] = [:]
        /// How many frames the spots have that fill the rest.
        var fillCount = 0
        /// Whether spots were chosen that have no id yet.
        var awaitsNumbers = true
        /// How many of them there are.
        var unnumberedCount = 0
        let one: StreamBreak
        /// Where it begins.
        let begin: FrameTime
        /// The frame of the programme from which on it is filled.
        let start: FrameTime
        /// Whether spots fill what its assets leave: the marker says how long it is, and no credit pays
        /// for the rest.
        var fillsRest: Bool
        /// What its marker said of its media when it began, or says before; `nil` for nothing.
        var interstitial: Interstitial?
        /// The ids of the spots that have not ended.
        var unended: Set<Int> = []
        /// The ids of those that have not begun.
        var unbegun: Set<Int> = []
        var hasBegun = false
        /// Whether an ad has failed in whose place none was chosen yet.
        var awaitsSpare = false
        /// How many assets were over before the break was joined.
        var missedCount = 0

        var isOver: Bool { unended.isEmpty && !awaitsNumbers }

        /// Records that a spot has ended, or is not heard.
        mutating func end(_ id: Int) {
            unended.remove(id)
            // Nothing of it was heard.
            if unbegun.remove(id) != nil { categories[id] = nil }
        }

        /// Removes and returns the first spare that fits `frameCount` frames, may begin at output frame
        /// `heard`, and has no creative and no separated category of the break; `nil` if there is
        /// none, or no ad has failed. With `frameCount` `nil`, each fits.
        mutating func takeSpare(for frameCount: Int?, at heard: FrameTime) -> Advertisement? {
            guard awaitsSpare else { return nil }
            let taken = Set(categories.values.joined())
            let index = spares.firstIndex { spot in
                let length = spot.duration?.frameCount ?? .max
                return frameCount.map { length <= $0 + BreakAssets.fitTolerance } ?? true
                    && creatives.isDisjoint(with: spot.creatives)
                    && taken.isDisjoint(with: spot.categories)
                    && !spot.hasExpired(at: heard, since: answer ?? heard)
            }
            guard let index else { return nil }
            let spot = spares.remove(at: index)
            creatives.formUnion(spot.creatives)
            awaitsSpare = false
            unnumbered = [.known(frameCount: spot.duration?.frameCount ?? 0)]
            awaitsNumbers = true
            unnumberedCount += 1
            return spot
        }
    }

    enum Length {
        case unknown
        case known(frameCount: Int)
        case failed
    }
}
