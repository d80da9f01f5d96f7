import AdCues
import AdPlayback
import Advertising
import Foundation
import MediaTime
import Testing

@testable import Interlude

/// Row B16: competitive separation in a pod, as a listener hears it.
@Suite("Ads of one category")
struct CategorySeparationTests {
    private let second = FrameTime.rate

    private func ad(_ id: Int, seconds: Int, _ code: String?, isBroken: Bool = false)
        -> Advertisement
    {
        var spot =
            isBroken ? Advertisement.broken(id) : Advertisement.spot(id, frames: seconds * second)
        spot.duration = .seconds(seconds)
        spot.tracking = .everything(of: id)
        spot.categories = [code].compactMap { $0 }
            .compactMap { AdCategory(VASTCategory(code: $0)) }
        return spot
    }

    private func decision(
        _ spots: [Advertisement], _ spares: [Advertisement] = []
    ) -> AdDecision {
        var decision = AdDecision()
        decision.spots = spots
        decision.spares = spares
        return decision
    }

    /// A stream with a break of eight seconds at this second, and ads of different categories.
    private func scenario(breakAt begin: Int = 4) -> Scenario {
        var scenario = Scenario(frames: (begin + 12) * second)
            .cue(.out(duration: .seconds(8)), at: begin * second, id: "1")
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        scenario.configuration.markers?.adRules.separatesCategories = true
        return scenario
    }

    private func titles(_ outcome: Outcome, _ event: String = "slot.started") -> [String] {
        outcome.values("title", of: event).map { String($0.dropFirst().dropLast()) }
    }

    @Test("B16: are not heard twice in a break, if the operator wants so, and the server learns it")
    func leftOut() async throws {
        let ads = [
            ad(1, seconds: 2, "IAB2-1"), ad(2, seconds: 2, "IAB3"), ad(3, seconds: 2, "IAB2-3"),
            ad(4, seconds: 2, nil),
        ]
        let servers = MadeAdServers([decision(ads)])
        let outcome = try await scenario().asking(servers).run()
        #expect(titles(outcome) == ["spot 1", "spot 2", "spot 4"])
        #expect(titles(outcome, "slot.notUsed") == ["spot 3"])
        #expect(outcome.values("reason", of: "slot.notUsed") == ["\"sameCategory\""])
        #expect(outcome.values("code", of: "slot.notUsed") == ["none"])
        #expect(servers.lines.contains("notUsed http://ads/notUsed3"))
        #expect(!servers.lines.contains("error http://ads/e3"))
        #expect(try outcome.replayed() == outcome.log)
        var scenario = scenario()
        scenario.configuration.markers?.adRules = AdRules()
        let all = try await scenario.asking(MadeAdServers([decision(ads)])).run()
        #expect(titles(all) == ["spot 1", "spot 2", "spot 3", "spot 4"])
    }

    @Test(
        "B16: are exchanged for a stand-alone ad that has not expired by then",
        arguments: [(nil, true), (30, true), (5, false)])
    func exchanged(expiry: Int?, isHeard: Bool) async throws {
        var spare = ad(5, seconds: 2, "IAB9")
        spare.expiry = expiry.map { .seconds($0) }
        let servers = MadeAdServers([
            decision(
                [
                    ad(1, seconds: 2, "IAB2"), ad(2, seconds: 2, "IAB2"),
                    ad(3, seconds: 2, "IAB3"),
                ], [ad(4, seconds: 2, "IAB3"), spare])
        ])
        let outcome = try await scenario(breakAt: 20).asking(servers).run()
        #expect(titles(outcome) == ["spot 1"] + (isHeard ? ["spot 5"] : []) + ["spot 3"])
        #expect(titles(outcome, "slot.notUsed") == ["spot 2"])
        #expect(servers.lines.contains("complete http://ads/complete5") == isHeard)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "B16: are not heard in place of one whose media fail, but for the category of that one",
        arguments: [(true, 5), (false, 4)])
    func failed(isSeparated: Bool, spare: Int) async throws {
        var scenario = scenario()
        scenario.configuration.markers?.adRules.separatesCategories = isSeparated
        let servers = MadeAdServers([
            decision(
                [ad(1, seconds: 4, "IAB2", isBroken: true), ad(2, seconds: 4, "IAB3")],
                [ad(4, seconds: 3, "IAB3-1"), ad(5, seconds: 3, "IAB2-1")])
        ])
        let outcome = try await scenario.asking(servers).run()
        #expect(titles(outcome) == ["spot 2", "spot \(spare)"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("B16: are not heard twice in a break of a list")
    func listed() async throws {
        var scenario = Scenario(frames: 20 * second)
        scenario.configuration.markers = StreamMarkers()
        scenario.configuration.markers?.adSchedules = ["list"]
        scenario.configuration.markers?.adRules.separatesCategories = true
        let servers = MadeAdServers(
            [
                decision(
                    [
                        ad(1, seconds: 1, "IAB2"), ad(2, seconds: 1, "IAB2"),
                        ad(3, seconds: 1, "IAB2"),
                    ],
                    [ad(4, seconds: 6, "IAB9")])
            ],
            planned: [
                PlannedBreak(number: 1, id: nil, place: .at(FrameTime(Int64(5 * second))))
            ])
        let outcome = try await scenario.asking(servers).run()
        #expect(titles(outcome) == ["spot 1", "spot 4"])
        #expect(titles(outcome, "slot.notUsed") == ["spot 2", "spot 3"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("B16: have their categories in a recording, and older recordings do not separate them")
    func recorded() throws {
        let decision = decision([ad(1, seconds: 4, "IAB2"), ad(2, seconds: 4, nil)])
        let event = SessionEvent.adsDecided(request: 1, decision)
        let read = try JSONDecoder().decode(
            SessionEvent.self, from: try JSONEncoder().encode(event))
        #expect(read == event)
        var rules = AdRules()
        rules.separatesCategories = true
        rules.mostPerBreak = 3
        rules.mostPerHour = 4
        rules.interval = .seconds(5)
        rules.freeStart = .seconds(6)
        rules.lengths = .seconds(7)...(.seconds(8))
        rules.blockedCategories = ["IAB9"]
        rules.skippableAds = .refused
        let written = try JSONEncoder().encode(rules)
        #expect(try JSONDecoder().decode(AdRules.self, from: written) == rules)
        var object = try #require(
            JSONSerialization.jsonObject(with: written) as? [String: Any])
        object["separatesCategories"] = nil
        rules.separatesCategories = false
        let older = try JSONSerialization.data(withJSONObject: object)
        #expect(try JSONDecoder().decode(AdRules.self, from: older) == rules)
    }
}
