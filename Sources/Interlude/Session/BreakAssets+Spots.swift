import AdCues
import Advertising
import MediaTime

/// An event of a break, for the servers that its list of breaks names.
struct BreakTold: Hashable, Sendable {
    /// As VMAP names it.
    let event: String
    let tracking: AdDecision.BreakTracking
}

/// A break of the stream for which there is nothing to play.
struct UnfilledBreak: Sendable {
    let one: StreamBreak
    /// Whether there were spots that do not fit.
    let hadSpots: Bool
    /// Why ad servers have no ad for it; `nil` if none was asked or some have.
    let failure: AdDecision.Failure?
}

extension Interstitial {
    /// Whether servers choose its ads.
    var isDecided: Bool {
        if case .decision = asset { true } else { false }
    }
}

extension StreamBreak {
    /// How much of it a listener misses who hears it from stream frame `start` on. What its marker is
    /// late by at most counts as nothing.
    func missed(before start: FrameTime, by rules: CueRules) -> Int {
        let missed = isWhole ? 0 : max(0, start - markedBegin)
        return missed > rules.tolerance.frameCount ? missed : 0
    }
}

extension [Advertisement] {
    /// The first ones that fit `frameCount` frames, and the others: the end of a pod is cut, not its
    /// middle (VAST 4.3, section 2.3.1). After one without a declared length none follows. The last one
    /// may be longer than the rest if `overrun` is to finish it.
    func fitting(
        _ frameCount: Int, overrun: BreakEndPolicy
    ) -> (those: [Advertisement], others: [Advertisement]) {
        var rest = frameCount + BreakAssets.fitTolerance
        var count = 0
        for spot in self {
            let length = spot.duration?.frameCount ?? rest
            guard length <= rest || overrun == .finish, rest > BreakAssets.fitTolerance else {
                break
            }
            rest -= length
            count += 1
        }
        return (Array(prefix(count)), Array(dropFirst(count)))
    }

    /// Leaves out what is over `frameCount` frames after the start of the first one. Returns how many
    /// are left out. One without a declared length is not over.
    mutating func join(at frameCount: Int) -> Int {
        var rest = frameCount
        let overCount = prefix { spot in
            guard let length = spot.duration?.frameCount, length <= rest else { return false }
            rest -= length
            return true
        }.count
        removeFirst(overCount)
        if !isEmpty, rest > 0 {
            self[0].startOffset = .frames(rest)
            self[0].duration = self[0].duration.map { $0 - .frames(rest) }
        }
        return overCount
    }
}
