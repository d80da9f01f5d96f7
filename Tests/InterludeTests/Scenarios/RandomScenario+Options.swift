import Advertising
import MediaTime
import TestSignals

@testable import Interlude

/// The options of a session that a part of all courses has. The parts overlap.
extension SessionConfiguration {
    /// Lets the ads of a break crossfade, for less than half of an ad and for more.
    mutating func crossfadeAds(in seed: UInt64) {
        let lengths = [1000, 5000, 1000, 1_000_000]
        let index = Int(seed % 11)
        if lengths.indices.contains(index) { crossfade = .frames(lengths[index]) }
    }

    /// Has a slate in the rest of each break, which few ads fill. The breaks are longer then.
    mutating func addSlate(in seed: UInt64) {
        guard seed % 13 < 5 else { return }
        slate = .spot(0, frames: FrameTime.rate, level: 0.25)
        markers?.longest = .frames(Self.longestSlatedBreak)
        let mostPerBreak = Int(seed / 13 % 3)
        if mostPerBreak == 0 {
            markers?.fill = []
        } else {
            markers?.adRules.mostPerBreak = mostPerBreak
        }
    }

    /// The length in frames at which a break with a slate ends.
    static let longestSlatedBreak = 96_000

    /// Lets a credit pay for what begins within a second or ten of it, or only for its pod.
    mutating func keepCredits(in seed: UInt64) {
        guard seed % 17 < 8 else { return }
        truex.creditLasts = seed % 17 < 3 ? .seconds(1) : .seconds(10)
    }

    /// Lets the listener catch up with live.
    mutating func catchUp(in seed: UInt64) {
        switch seed % 19 {
        case 0..<6: catchUp = .faster
        case 6..<12: catchUp = .jump
        default: break
        }
    }

    /// Lets no two ads of one category be heard in a break.
    mutating func separateCategories(in seed: UInt64) {
        markers?.adRules.separatesCategories = seed % 23 < 12
    }
}

extension RandomScenario {
    /// Whether the session has one of these options, which show in a stream that plays.
    var hasOptions: Bool {
        let configuration = machine.configuration
        return configuration.crossfade != nil || configuration.slate != nil
            || configuration.catchUp != nil || configuration.truex.creditLasts != nil
            || separatesCategories
    }

    private var separatesCategories: Bool {
        guard let markers = machine.configuration.markers else { return false }
        return markers.adRules.separatesCategories && !markers.adTags.isEmpty
    }

    /// The steps to which the options matter.
    var favoured: [Step] {
        let configuration = machine.configuration
        var steps: [Step] = [.answer, .load, .render, .hear, .decode, .ready]
        if configuration.slate != nil { steps += [.cue, .cue, .load] }
        if separatesCategories { steps += [.cue, .cue, .load, .load] }
        if configuration.crossfade != nil { steps += [.push, .load, .load] }
        if configuration.truex.creditLasts != nil {
            steps += [.cue, .cue, .learnPods, .answerUnit, .loadVoice]
        }
        if configuration.catchUp != nil { steps += [.pause, .unpause, .unpause, .decode] }
        return steps
    }

    /// Lets the stream play, and in half of all courses with lasting credits lets the listener earn
    /// one if the ad server has an ad.
    mutating func begin() {
        for _ in 0..<4 { proceed() }
        guard machine.configuration.truex.creditLasts != nil, Bool.random(using: &random)
        else { return }
        take(.learnPods)
        for turn in 0..<60 where machine.truex.coordinator.creditEnd == nil {
            proceed()
            for step in [Step.answerUnit, .loadVoice] { take(step) }
            guard machine.truex.shown != nil else { continue }
            command(.truex(.optIn))
            command(.truex(.interact))
            if turn % 8 == 7 { command(.truex(.done)) }
        }
    }

    private mutating func proceed() {
        for step in [Step.answer, .open, .decode, .ready, .render, .hear] { take(step) }
    }
}

extension AdDecision {
    /// What ad servers answer to a request at random: up to four ads, and others that may take
    /// their place, each of one of two categories or of none.
    static func random(_ request: Int, using random: inout SeededRandom) -> AdDecision {
        var decision = AdDecision()
        guard Bool.random(using: &random) else {
            decision.failure = Failure(code: 303, words: "none")
            return decision
        }
        let ads = (0..<Int.random(in: 1...4, using: &random)).map { number in
            var spot = Advertisement.spot(0, frames: 3000)
            spot.adID = .text(SessionWitness.fillID)
            spot.description = "decision \(request)"
            spot.duration = [nil, .frames(3000)].randomElement(using: &random) ?? nil
            spot.tracking = .everything(of: number)
            let codes = [["IAB1"], ["IAB2"], []].randomElement(using: &random) ?? []
            spot.categories = codes.compactMap { AdCategory(VASTCategory(code: $0)) }
            return spot
        }
        let count = Int.random(in: 1...ads.count, using: &random)
        decision.spots = Array(ads.prefix(count))
        decision.spares = Array(ads.dropFirst(count))
        decision.hops = [Hop(address: "http://ads/tag", depth: 0, code: nil)]
        return decision
    }
}
