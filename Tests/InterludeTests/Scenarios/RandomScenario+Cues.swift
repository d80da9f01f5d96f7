import AdCues
import Advertising
import MediaTime
import TestSignals
@testable import Interlude

/// The markers of the stream, and the lists that they name.
extension RandomScenario {
    mutating func sendCue() {
        guard let generation = machine.transport.current?.generation else { return }
        let lengths = machine.configuration.slate == nil ? 0...20_000 : 30_000...90_000
        let length = Duration.frames(Int.random(in: lengths, using: &random))
        let kinds: [Cue.Kind] = [
            .out(duration: length), .out(duration: nil), .in, .cancel,
            .continue(elapsed: length / 2, duration: length),
        ]
        var cue = Cue(
            id: [nil, "a", "b"].randomElement(using: &random) ?? nil,
            kinds.randomElement(using: &random) ?? .in,
            at: FrameTime(Int64.random(in: 0...90_000, using: &random)),
            source: [.scte35, .icy].randomElement(using: &random) ?? .icy)
        if cue.source == .icy, Bool.random(using: &random) { cue.insertion = .preroll }
        if hasOptions, Bool.random(using: &random), let place {
            // A marker without media of its own, for what is heard next.
            cue.position = place + Int.random(in: 0...30_000, using: &random)
            if Bool.random(using: &random) { cue.kind = .out(duration: length) }
        } else if Int.random(in: 0..<3, using: &random) != 0 {
            cue.source = .hls
            cue.id = cue.id ?? "a"
            if Bool.random(using: &random) { cue.kind = .out(duration: length) }
            cue.interstitial = .random(using: &random)
            // Without a place at which to go on, the stream moves only to catch up.
            if hasOptions, seed % 2 == 0 { cue.interstitial?.resumeOffset = nil }
        }
        give(.source(generation: generation, .cue(cue)))
    }

    /// The frame of the stream that the listener hears next.
    private var place: FrameTime? {
        machine.transport.streamFrame(at: machine.heard, in: machine.view)
    }

    /// What is new in a now-playing feed.
    mutating func nowPlayingCues() -> [Cue] {
        (0..<Int.random(in: 0...2, using: &random)).map { _ in
            let length = Duration.frames(Int.random(in: 0...20_000, using: &random))
            return Cue(
                id: ["x", "y"].randomElement(using: &random) ?? nil,
                [.out(duration: length), .out(duration: nil), .in]
                    .randomElement(using: &random) ?? .in,
                at: FrameTime(Int64.random(in: 0...90_000, using: &random)), source: .nowPlaying)
        }
    }

    /// The answer of ad servers to a request or a beacon.
    mutating func answer(to effect: SessionEffect) -> [SessionEvent] {
        switch effect {
        case .decideAds(let request, _):
            return [.adsDecided(request: request, .random(request, using: &random))]
        case .planBreaks:
            let places: [PlannedBreak.Place] = [
                .at(.zero), .at(FrameTime(Int64.random(in: 0...300_000, using: &random))),
                .share(0.5), .end,
            ]
            let breaks = places.enumerated().map { index, place in
                // A break that comes again would never let the course come to rest.
                PlannedBreak(number: index + 1, id: nil, place: place)
            }
            return [.breaksPlanned(breaks, reason: Bool.random(using: &random) ? "none" : nil)]
        case .track(let beacon):
            let outcomes: [BeaconOutcome] = [
                .confirmed(status: 200), .retried(reason: "busy"), .gaveUp(reason: "gone"),
            ]
            return outcomes.prefix(Int.random(in: 1...3, using: &random)).map {
                .beaconSettled(number: beacon.number, $0)
            }
        default: return []
        }
    }

    mutating func answerList() {
        let spots = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            var spot = Advertisement.spot(0, frames: 3000)
            spot.duration = [nil, .frames(3000)].randomElement(using: &random) ?? nil
            return spot
        }
        give(
            .assetsListed(
                request: lists.removeFirst(), spots, reason: spots.isEmpty ? "none" : nil))
    }
}

extension AdPrivacy {
    /// A consent, or none.
    static func random(using random: inout SeededRandom) -> AdPrivacy {
        var privacy = AdPrivacy()
        privacy.gpp = ["DBAA", nil].randomElement(using: &random) ?? nil
        privacy.tracking = Tracking.allCases.randomElement(using: &random)
        return privacy
    }
}

extension SessionConfiguration {
    /// Asks ad servers in a part of all courses, and for a list of breaks in half of these.
    mutating func askAdServers(in seed: UInt64) {
        markers?.adTags = seed % 5 == 0 ? ["tag"] : []
        markers?.adSchedules = seed % 10 == 0 ? ["vmap"] : []
        markers?.privacy.timing = seed % 20 < 10 ? .atOnce : .afterConsent
    }

    /// Lets the markers take effect elsewhere in a part of all courses, and gives the breaks bumpers in
    /// another.
    mutating func shiftMarkersAndAddBumpers(in seed: UInt64) {
        markers?.cueOffset = .frames([0, 0, 7000, -7000][Int(seed / 2 % 4)])
        guard seed % 4 == 1 else { return }
        bumpers = BreakBumpers(opening: .spot(0, frames: 3000), closing: .spot(0, frames: 3000))
        if seed % 8 == 1 { bumpers?.opening = nil }
    }
}
