import AdCues
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// The rules of the operator where breaks follow one another, ads fail, or lists bring the breaks.
@Suite("The rules for the ads of breaks")
struct AdPacingTests {
    private let second = FrameTime.rate

    private func ad(_ id: Int, seconds: Int, creative: String? = nil) -> Advertisement {
        var spot = Advertisement.spot(id, frames: seconds * second)
        spot.duration = .seconds(seconds)
        spot.tracking = .everything(of: id)
        spot.tracking?.facts["UNIVERSALADID"] = creative
        return spot
    }

    private func broken(_ id: Int, seconds: Int) -> Advertisement {
        var spot = Advertisement.broken(id)
        spot.duration = .seconds(seconds)
        spot.tracking = .everything(of: id)
        return spot
    }

    /// A stream with breaks of eight seconds at these seconds.
    private func scenario(seconds: Int, breaksAt begins: Int...) -> Scenario {
        var scenario = Scenario(frames: seconds * second)
        for begin in begins {
            scenario = scenario.cue(
                .out(duration: .seconds(8)), at: begin * second, id: "\(begin)")
        }
        return scenario
    }

    private func titles(_ outcome: Outcome, _ event: String = "slot.started") -> [String] {
        outcome.values("title", of: event).map { String($0.dropFirst().dropLast()) }
    }

    @Test(
        "B26: leave out a break that comes too soon after one that is handed over with it",
        arguments: [(2, 60, false), (2, 2, false), (2, 1, true), (5, 5, false), (5, 4, true)])
    func adjacent(spotSeconds: Int, interval: Int, isHeard: Bool) async throws {
        // The second break begins a second after the first one, which spots of 5 s leave 3 s early.
        var scenario = scenario(seconds: 24, breaksAt: 4, 13)
            .filling(.spot(9, frames: spotSeconds * second))
        scenario.configuration.markers?.adRules.interval = .seconds(interval)
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.started").contains(13 * second) == isHeard)
        #expect(outcome.values("reason", of: "break.dropped") == (isHeard ? [] : ["\"tooSoon\""]))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "B26: leave out a break that comes too soon after a push that is heard", arguments: [1, 9])
    func push(interval: Int) async throws {
        var scenario = scenario(seconds: 24, breaksAt: 12).filling(.spot(9, frames: 4 * second))
            .push(second, .spot(7, frames: 10 * second))
        scenario.configuration.markers?.adRules.interval = .seconds(interval)
        let outcome = try await scenario.run()
        #expect(titles(outcome) == ["spot 7"] + (interval == 1 ? ["spot 9", "spot 9"] : []))
    }

    @Test("B26: count no break of which nothing was heard")
    func failed() async throws {
        var scenario = scenario(seconds: 24, breaksAt: 4, 14)
            .asking(MadeAdServers([decision(broken(1, seconds: 4)), decision(ad(2, seconds: 4))]))
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        scenario.configuration.markers?.decisionLead = .seconds(3)
        scenario.configuration.markers?.adRules.interval = .seconds(60)
        let outcome = try await scenario.run()
        #expect(titles(outcome) == ["spot 2"])
    }

    @Test("B26: are the reason for which ads are not heard that were chosen before")
    func decidedInVain() async throws {
        var scenario = scenario(seconds: 32, breaksAt: 4, 20)
            .asking(MadeAdServers([decision(ad(1, seconds: 4)), decision(ad(2, seconds: 4))]))
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        scenario.configuration.markers?.adRules.interval = .seconds(60)
        let outcome = try await scenario.run()
        #expect(titles(outcome) == ["spot 1"] && titles(outcome, "slot.notUsed") == ["spot 2"])
        #expect(outcome.values("reason", of: "slot.notUsed") == ["\"tooSoon\""])
        #expect(try outcome.replayed() == outcome.log)
    }

    private func decision(_ ads: Advertisement...) -> AdDecision {
        var decision = AdDecision()
        decision.spots = ads
        return decision
    }

    @Test(
        "B26: allow no more spots within an hour, also in place of an ad that fails",
        arguments: 1...5)
    func perHour(most: Int) async throws {
        var scenario = scenario(seconds: 16, breaksAt: 4).filling(.spot(9, frames: second))
            .asking(MadeAdServers([decision(broken(1, seconds: 4), ad(2, seconds: 4))]))
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        scenario.configuration.markers?.adRules.mostPerHour = most
        let outcome = try await scenario.run()
        #expect(titles(outcome).count == most)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "B26: allow no more spots within an hour to breaks that are handed over at once",
        arguments: [(1, [1]), (2, [2]), (3, [2, 1]), (4, [2, 2])])
    func perHourAtOnce(most: Int, counts: [Int]) {
        var spot = Advertisement.spot(9, frames: 4 * second)
        spot.duration = .seconds(4)
        var markers = StreamMarkers()
        markers.fill = [spot]
        markers.adRules.mostPerHour = most
        var breaks = MarkedBreaks(markers)
        var outbox = SessionOutbox()
        // The second break follows too closely to be handed over after the first one.
        let cues = ([20, 29] as [Int64]).map { begin in
            Cue(
                id: "\(begin)", .out(duration: .seconds(8)), at: FrameTime(.seconds(begin)),
                source: .scte35)
        }
        let place = FrameTime(.seconds(19))
        let moment = ListenerMoment(place: place, heard: place, isInBreak: false)
        breaks.receive(cues, at: moment, &outbox)
        let handedOver = outbox.takeEntries().compactMap { entry -> Int? in
            guard case .signal(.breakMarked(_, let spots)) = entry else { return nil }
            return spots.count
        }
        #expect(handedOver == counts)
    }

    @Test("let the stream go on, however little sense they make", arguments: [Int.min, -1, 0])
    func senseless(most: Int) async throws {
        var scenario = Scenario(frames: 16 * second).filling(.spot(9, frames: second))
            .interstitial(
                "X-ASSET-LIST=\"list\",DURATION=6", at: 4 * second
            )
            .listing("list", [broken(1, seconds: 3), ad(2, seconds: 3)])
        scenario.configuration.markers?.adRules.mostPerBreak = most
        let outcome = try await scenario.run()
        #expect(titles(outcome) == ["spot 2"])
    }

    /// A rule that a spare of four seconds may break.
    enum SpareRule: CaseIterable {
        case none, mostPerBreak, length, creative, expiry
    }

    @Test("B10: hold for the stand-alone ads beside a pod", arguments: SpareRule.allCases)
    func spares(rule: SpareRule) async throws {
        var scenario = scenario(seconds: 32, breaksAt: 20)
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        var spare = ad(4, seconds: 3)
        switch rule {
        case .none: break
        case .mostPerBreak: scenario.configuration.markers?.adRules.mostPerBreak = 2
        case .length: scenario.configuration.markers?.adRules.lengths = .seconds(4)...(.seconds(9))
        case .creative: spare.tracking?.facts["UNIVERSALADID"] = "ad-id.org A"
        case .expiry: spare.expiry = .seconds(5)
        }
        var decision = decision(broken(1, seconds: 4), ad(2, seconds: 4, creative: "ad-id.org A"))
        decision.spares = [spare]
        let outcome = try await scenario.asking(MadeAdServers([decision])).run()
        let isUsed = rule == .none || rule == .mostPerBreak
        #expect(titles(outcome) == (isUsed ? ["spot 2", "spot 4"] : ["spot 2"]))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "B10: have a stand-alone ad in a break of a list too in place of one whose media fail",
        arguments: [0, 1, 4])
    func listedSpare(countBefore: Int) async throws {
        var scenario = Scenario(frames: 24 * second)
        scenario.configuration.markers = StreamMarkers()
        scenario.configuration.markers?.adSchedules = ["list"]
        var decision = AdDecision()
        decision.spots =
            (0..<countBefore).map { ad(10 + $0, seconds: 2) } + [broken(1, seconds: 2)]
        decision.spares = [ad(2, seconds: 3), ad(3, seconds: 1)]
        let servers = MadeAdServers(
            [decision],
            planned: [
                PlannedBreak(number: 1, id: nil, place: .at(FrameTime(Int64(5 * second))))
            ])
        let outcome = try await scenario.asking(servers).run()
        #expect(titles(outcome) == (0..<countBefore).map { "spot \(10 + $0)" } + ["spot 2"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("B12, B17: hold for the breaks of a list", arguments: [nil, 2, 0])
    func planned(mostPerBreak: Int?) async throws {
        var scenario = Scenario(frames: 20 * second)
        scenario.configuration.markers = StreamMarkers()
        scenario.configuration.markers?.adSchedules = ["list"]
        scenario.configuration.markers?.adRules.lengths = .seconds(1)...(.seconds(5))
        scenario.configuration.markers?.adRules.mostPerBreak = mostPerBreak
        let ads = decision(
            ad(1, seconds: 2, creative: "ad-id.org A"), ad(2, seconds: 6),
            ad(3, seconds: 2, creative: "ad-id.org A"), ad(4, seconds: 2), ad(5, seconds: 1))
        let servers = MadeAdServers(
            [ads],
            planned: [
                PlannedBreak(number: 1, id: nil, place: .at(FrameTime(Int64(5 * second))))
            ])
        let outcome = try await scenario.asking(servers).run()
        let heard = ["spot 1", "spot 4", "spot 5"]
        #expect(titles(outcome) == Array(heard.prefix(mostPerBreak ?? 3)))
        let codes = servers.beacons.filter { $0.kind == "error" }.map { $0.code ?? 0 }
        #expect(codes == (mostPerBreak == 0 ? [] : mostPerBreak == 2 ? [202, 206] : [202]))
        #expect(try outcome.replayed() == outcome.log)
    }
}
