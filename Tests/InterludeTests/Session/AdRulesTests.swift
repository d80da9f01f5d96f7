import AdCues
import AdPlayback
import Advertising
import Foundation
import MediaTime
import PCMAudio
import Synchronization
import Testing

@testable import Interlude

/// What an operator, a listener and the ad servers themselves demand of the ads for breaks.
@Suite("The ads for a break")
struct AdRulesTests {
    private let second = FrameTime.rate

    private func ad(_ id: Int, seconds: Int, frames: Int? = nil) -> Advertisement {
        var spot = Advertisement.spot(id, frames: frames ?? seconds * second)
        spot.duration = .seconds(seconds)
        spot.tracking = .everything(of: id)
        return spot
    }

    private func decision(_ ads: Advertisement...) -> AdDecision {
        var decision = AdDecision()
        decision.spots = ads
        return decision
    }

    /// A stream with breaks of eight seconds at these seconds.
    private func scenario(seconds: Int = 20, breaksAt begins: [Int] = [4]) -> Scenario {
        var scenario = Scenario(frames: seconds * second)
        for begin in begins {
            scenario = scenario.cue(
                .out(duration: .seconds(8)), at: begin * second, id: "\(begin)")
        }
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        return scenario
    }

    private func titles(_ outcome: Outcome, _ event: String = "slot.started") -> [String] {
        outcome.values("title", of: event).map { String($0.dropFirst().dropLast()) }
    }

    // MARK: What ad servers demand

    @Test("B15: are requested again if they have expired by then")
    func expired() async throws {
        var old = ad(1, seconds: 4)
        old.expiry = .seconds(5)
        let servers = MadeAdServers([decision(old), decision(ad(2, seconds: 4))])
        let outcome = try await scenario(seconds: 28, breaksAt: [20]).asking(servers).run()
        #expect(outcome.frames(of: "decision.requested").count == 2)
        #expect(titles(outcome) == ["spot 2"])
        #expect(titles(outcome, "slot.notUsed") == ["spot 1"])
        #expect(outcome.values("reason", of: "slot.notUsed") == ["\"answerExpired\""])
        #expect(servers.lines.first == "notUsed http://ads/notUsed1")
        #expect(try outcome.replayed() == outcome.log)
        old.expiry = .seconds(30)
        let fresh = try await scenario(seconds: 28, breaksAt: [20])
            .asking(MadeAdServers([decision(old)])).run()
        #expect(fresh.frames(of: "decision.requested").count == 1 && titles(fresh) == ["spot 1"])
    }

    @Test("B17: have no creative twice in a break, by its id in a registry")
    func repeated() async throws {
        var ads = (1...4).map { ad($0, seconds: 2) }
        ads[0].tracking?.facts["UNIVERSALADID"] = "ad-id.org A"
        ads[1].tracking?.facts["UNIVERSALADID"] = "x 7,ad-id.org A"
        var decision = AdDecision()
        decision.spots = ads
        let servers = MadeAdServers([decision])
        let outcome = try await scenario().asking(servers).run()
        #expect(titles(outcome) == ["spot 1", "spot 3", "spot 4"])
        #expect(titles(outcome, "slot.notUsed") == ["spot 2"])
        #expect(outcome.values("reason", of: "slot.notUsed") == ["\"repeated\""])
        #expect(servers.lines.contains("notUsed http://ads/notUsed2"))
        #expect(!servers.lines.contains("error http://ads/e2"))
    }

    @Test("B10: has a stand-alone ad in place of one whose media fail, if it fits")
    func spares() async throws {
        var broken = Advertisement.broken(1)
        broken.duration = .seconds(4)
        broken.tracking = .everything(of: 1)
        var decision = decision(broken, ad(2, seconds: 4))
        decision.spares = [ad(3, seconds: 6), ad(4, seconds: 3), ad(5, seconds: 1)]
        let servers = MadeAdServers([decision])
        let outcome = try await scenario().asking(servers).run()
        #expect(titles(outcome) == ["spot 2", "spot 4"])
        #expect(servers.lines.first == "error http://ads/e1")
        #expect(servers.lines.contains("complete http://ads/complete4"))
        #expect(try outcome.replayed() == outcome.log)
        decision.spots = [ad(1, seconds: 2), ad(2, seconds: 2)]
        let whole = try await scenario().asking(MadeAdServers([decision])).run()
        #expect(titles(whole) == ["spot 1", "spot 2"])
    }

    @Test(
        "I8: end with 202 if they are longer or shorter than their server says, by more than a tenth",
        arguments: [(10, 12, false), (10, 8, false), (10, 11, true), (2, 3, true), (4, 2, false)])
    func otherLength(declared: Int, seconds: Int, isHeard: Bool) async throws {
        var scenario = Scenario(frames: 24 * second)
            .cue(.out(duration: .seconds(16)), at: 4 * second, id: "1")
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        let servers = MadeAdServers([
            decision(ad(1, seconds: declared, frames: seconds * second), ad(2, seconds: 3))
        ])
        let outcome = try await scenario.asking(servers).run()
        #expect(titles(outcome) == (isHeard ? ["spot 1", "spot 2"] : ["spot 2"]))
        #expect(outcome.values("code", of: "slot.failed") == (isHeard ? [] : ["202"]))
        #expect(servers.lines.contains("error http://ads/e1") != isHeard)
        #expect(outcome.frames(of: "break.started") == [4 * second])
    }

    @Test("G6: can be skipped from their offset on, and not at all without one")
    func skipping() async throws {
        func outcome(
            _ skipping: Advertisement.Skipping, _ times: Int..., wholeBreak: Bool = false
        ) async throws -> (Outcome, [Substring]) {
            var first = ad(1, seconds: 6)
            first.skipping = skipping
            let servers = MadeAdServers([decision(first, ad(2, seconds: 2))])
            var scenario = scenario().asking(servers)
            for time in times {
                scenario = scenario.at(time * second, wholeBreak ? .skipBreak : .skip)
            }
            let outcome = try await scenario.run()
            return (outcome, servers.lines.map { $0.prefix { $0 != " " } })
        }
        let (late, told) = try await outcome(.from(.time(.seconds(3))), 6, 8)
        #expect(late.frames(of: "slot.skippable") == [7 * second])
        #expect(late.frames(of: "slot.skipped") == [8 * second] && told.contains("skip"))
        #expect(try late.replayed() == late.log)
        let (never, silent) = try await outcome(.never, 6, 8)
        #expect(never.frames(of: "slot.skipped").isEmpty && !silent.contains("skip"))
        #expect(never.frames(of: "slot.skippable").isEmpty)
        let (half, _) = try await outcome(.from(.share(0.5)), 7)
        #expect(half.frames(of: "slot.skippable") == [7 * second])
        let (pod, _) = try await outcome(.from(.time(.seconds(3))), 6, 9, wholeBreak: true)
        #expect(pod.frames(of: "slot.skipped") == [9 * second])
        #expect(titles(pod) == ["spot 1"])
    }

    @Test("B18, H16: tell with reason 2 that the program of a verification is not run")
    func verification() async throws {
        var one = ad(1, seconds: 4)
        one.tracking?.events.append(
            .init(name: AdTracking.verificationNotExecuted, address: "http://v/[REASON]"))
        let servers = MadeAdServers([decision(one)])
        _ = try await scenario().asking(servers).run()
        let told = servers.beacons.filter { $0.kind == "verificationNotExecuted" }
        #expect(told.map { $0.values?["REASON"] } == ["2"])
        #expect(
            servers.beacons.filter { $0.kind != told.first?.kind }.allSatisfy {
                $0.values?["REASON"] == nil
            })
    }

    @Test("J2, J3: tell of each click, and once that the picture was seen")
    func companion() async throws {
        var one = ad(1, seconds: 6)
        one.bannerFileURL = "http://ads/picture"
        one.bannerTargetURL = "http://ads/target"
        one.tracking?.events += [
            .init(name: AdTracking.click, address: "http://ads/click"),
            .init(name: AdTracking.companionView, address: "http://ads/seen"),
        ]
        let servers = MadeAdServers([decision(one, ad(2, seconds: 2))])
        let viewer = Viewer()
        let outcome = try await scenario().asking(servers).run { session in
            viewer.session.withLock { $0 = session }
            session.addDelegate(viewer)
        }
        viewer.session.withLock { $0 = nil }
        #expect(servers.lines.filter { $0.contains("seen") } == ["companionView http://ads/seen"])
        #expect(
            servers.lines.filter { $0.contains("click") } == [
                "click http://ads/click", "click http://ads/click",
            ])
        #expect(try outcome.replayed() == outcome.log)
    }

    /// Sees and clicks each banner twice.
    private final class Viewer: AudioSessionDelegate {
        let session = Mutex<AudioSession?>(nil)

        func showBanner(of advertisement: Advertisement) {
            let advertisements = session.withLock { $0?.advertisements }
            for _ in 1...2 {
                advertisements?.onAdBannerShown(advertisement: advertisement)
                advertisements?.onAdBannerClicked(advertisement: advertisement)
            }
        }
    }

    @Test("B13: have values for the macros of their beacons")
    func macros() async throws {
        var one = ad(1, seconds: 4)
        one.tracking?.facts = ["ASSETURI": "http://ads/1.mp3", "PODSEQUENCE": "1"]
        let servers = MadeAdServers([decision(one)])
        var scenario = scenario()
        scenario.configuration.markers?.privacy.gpp = "DBAA"
        scenario.configuration.markers?.privacy.tracking = .limited
        _ = try await scenario.at(0, .setVolume(Gain(linear: 0.5))).asking(servers).run()
        let middle = try #require(servers.beacons.first { $0.kind == "midpoint" }?.values)
        #expect(
            middle == [
                "ADPLAYHEAD": "00:00:02.000", "MEDIAPLAYHEAD": "00:00:06.000",
                "CONTENTPLAYHEAD": "00:00:06.000", "ASSETURI": "http://ads/1.mp3",
                "PODSEQUENCE": "1", "ADTYPE": "audio", "SERVERSIDE": "0", "GPPSTRING": "DBAA",
                "LIMITADTRACKING": "1", "IFA": "-2", "IFATYPE": "-2", "DEVICEIP": "-2",
                "LATLONG": "-2",
            ])
    }

    @Test("B4: say what an ad is made for, which is audio unless its document says otherwise")
    func adTypes() async throws {
        var ads = [ad(1, seconds: 2), ad(2, seconds: 2), ad(3, seconds: 2)]
        ads[0].tracking?.facts["ADTYPE"] = "hybrid"
        ads[1].tracking?.facts["ADTYPE"] = "audio"
        let servers = MadeAdServers([decision(ads[0], ads[1], ads[2])])
        _ = try await scenario().asking(servers).run()
        let starts = servers.beacons.filter { $0.kind == "start" }
        #expect(starts.map { $0.values?["ADTYPE"] } == ["hybrid", "audio", "audio"])
    }

    // MARK: What the operator demands

    @Test("B12: are as long as the operator wants, and no more than so many")
    func lengths() async throws {
        let ads = [ad(1, seconds: 1), ad(2, seconds: 2), ad(3, seconds: 6), ad(4, seconds: 2)]
        var decision = AdDecision()
        decision.spots = ads
        let servers = MadeAdServers([decision])
        var scenario = scenario().filling(.spot(9, frames: second)).asking(servers)
        scenario.configuration.markers?.adRules.lengths = .seconds(2)...(.seconds(5))
        #expect(titles(try await scenario.run()).prefix(2) == ["spot 2", "spot 4"])
        #expect(
            servers.beacons.filter { $0.kind == "error" }.map { "\($0.code ?? 0) \($0.address)" }
                == ["202 http://ads/e1", "202 http://ads/e3"])
        scenario.configuration.markers?.adRules.mostPerBreak = 1
        #expect(titles(try await scenario.asking(MadeAdServers([decision])).run()) == ["spot 2"])
        scenario.configuration.markers?.adRules.mostPerBreak = 3
        scenario.configuration.markers?.adTags = []
        scenario.adServers = nil
        #expect(titles(try await scenario.run()) == ["spot 9", "spot 9", "spot 9"])
    }

    @Test("B26: are left out if they come too soon, too often, or at the beginning")
    func pacing() async throws {
        let breaks = [3, 9, 20]
        func begins(_ change: (inout AdRules) -> Void) async throws -> [Int] {
            var scenario = Scenario(frames: 29 * second).filling(.spot(9, frames: 2 * second))
            for begin in breaks {
                scenario = scenario.cue(
                    .out(duration: .seconds(2)), at: begin * second, id: "\(begin)")
            }
            var rules = AdRules()
            change(&rules)
            scenario.configuration.markers?.adRules = rules
            let outcome = try await scenario.run()
            let dropped = outcome.values("reason", of: "break.dropped")
            let begun = outcome.frames(of: "break.started").map { $0 / second }
            #expect(dropped == breaks.dropFirst(begun.count).map { _ in "\"tooSoon\"" })
            #expect(try outcome.replayed() == outcome.log)
            return begun
        }
        #expect(try await begins { _ in } == [3, 9, 20])
        #expect(try await begins { $0.interval = .seconds(5) } == [3, 20])
        #expect(try await begins { $0.interval = .seconds(4) } == [3, 9, 20])
        #expect(try await begins { $0.freeStart = .seconds(9) } == [9, 20])
        #expect(try await begins { $0.mostPerHour = 2 } == [3, 9])
        #expect(try await begins { $0.mostPerHour = 0 } == [])
    }

    @Test(
        "B26: are no more in an hour than the operator wants, with those that fill their break",
        arguments: [(1, 0), (2, 1), (3, 2)])
    func hourWithFill(limit: Int, fillCount: Int) async throws {
        var scenario = scenario().filling(.spot(9, frames: second))
            .asking(MadeAdServers([decision(ad(1, seconds: 2))]))
        scenario.configuration.markers?.adRules.mostPerHour = limit
        let outcome = try await scenario.run()
        #expect(titles(outcome) == ["spot 1"] + Array(repeating: "spot 9", count: fillCount))
    }

    @Test("G6: cannot be skipped if their offset is not before their end, however far it is")
    func farOffset() async throws {
        for offset in [Duration.seconds(6), .seconds(Int64.max / 2)] {
            var far = ad(1, seconds: 6)
            far.skipping = .from(.time(offset))
            let outcome = try await scenario().asking(MadeAdServers([decision(far)]))
                .at(9 * second, .skip).run()
            #expect(outcome.frames(of: "slot.skippable").isEmpty)
            #expect(outcome.frames(of: "slot.completed") == [10 * second])
        }
    }

    @Test(
        "G6: let no break be skipped with one that forbids it, loaded or not", arguments: [2, 8, 9])
    func forbiddenBreak(number: Int) async throws {
        var decision = AdDecision()
        decision.spots = (1...8).map { ad($0, seconds: 1) }
        if number < 9 { decision.spots[number - 1].skipping = .never }
        let outcome = try await scenario().asking(MadeAdServers([decision]))
            .at(4 * second + second / 2, .skipBreak).run()
        #expect(titles(outcome).count == (number < 9 ? 8 : 1))
        #expect(outcome.frames(of: "slot.skipped").count == (number < 9 ? 0 : 1))
    }

    @Test("are heard as far as rules without sense allow")
    func senseless() async throws {
        var scenario = scenario(seconds: 20).asking(MadeAdServers([decision(ad(1, seconds: 2))]))
        scenario.configuration.markers?.decisionLead = .seconds(Int64.min / 2)
        #expect(titles(try await scenario.run()) == ["spot 1"])
        for limit in [Int.min, -1] {
            var rules = AdRules()
            rules.mostPerHour = limit
            rules.mostPerBreak = limit
            scenario.configuration.markers?.adRules = rules
            let outcome = try await scenario.push(2 * second, .spot(7, frames: second)).run()
            #expect(titles(outcome) == ["spot 7"])
        }
    }

    @Test("C1, C2: are requested as long before it as the operator says, or at a time of their own")
    func lead() async throws {
        var scenario = scenario(seconds: 28, breaksAt: [20])
        scenario.configuration.markers?.decisionLead = .seconds(12)
        let outcome = try await scenario.asking(MadeAdServers([decision(ad(1, seconds: 4))])).run()
        #expect(outcome.frames(of: "decision.requested") == [8 * second])
        var markers = StreamMarkers()
        markers.spreadDecisions()
        #expect(markers.decisionLead == nil)
        markers.adTags = ["http://ads/tag"]
        let leads = (1...50).compactMap { _ in
            var own = markers
            own.spreadDecisions()
            return own.decisionLead
        }
        #expect(leads.allSatisfy { (.seconds(10)...(.seconds(30))).contains($0) })
        #expect(Set(leads).count > 25)
        markers.decisionLead = .seconds(7)
        markers.spreadDecisions()
        #expect(markers.decisionLead == .seconds(7))
    }

    @Test("C1: are requested and heard also shortly before it", arguments: [9, 4, 1])
    func shortLead(seconds: Int) async throws {
        var scenario = scenario(seconds: 28, breaksAt: [20])
        scenario.configuration.markers?.decisionLead = .seconds(seconds)
        // Something happens while the break could be handed over.
        scenario = scenario.at(12 * second, .setVolume(.unity))
        let outcome = try await scenario.asking(MadeAdServers([decision(ad(1, seconds: 4))])).run()
        #expect(outcome.frames(of: "decision.requested") == [(20 - seconds) * second])
        #expect(outcome.frames(of: "slot.started") == [20 * second])
        #expect(try outcome.replayed() == outcome.log)
    }

    // MARK: What the listener allows

    @Test("B27: are not requested before the listener has consented, and then with the consent")
    func consent() async throws {
        var consent = AdPrivacy()
        consent.tcfConsent = "CPX"
        let servers = MadeAdServers([decision(ad(1, seconds: 4))])
        var scenario = Scenario(frames: 29 * second).filling(.spot(9, frames: second))
        for begin in [4, 24] {
            scenario = scenario.cue(
                .out(duration: .seconds(4)), at: begin * second, id: "\(begin)")
        }
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        scenario.configuration.markers?.privacy.timing = .afterConsent
        let outcome = try await scenario.at(10 * second, .setPrivacy(consent)).asking(servers).run()
        #expect(outcome.frames(of: "decision.requested") == [10 * second])
        #expect(servers.opportunities.map { $0.privacy?.macros["GDPRCONSENT"] } == ["CPX"])
        #expect(titles(outcome).last == "spot 1" && titles(outcome).first == "spot 9")
        #expect(servers.beacons.allSatisfy { $0.values?["GDPRCONSENT"] == "CPX" })
        #expect(try outcome.replayed() == outcome.log)
    }

    // MARK: Recordings

    @Test("B24: are in the recording of a session with the answers of their servers")
    func answers() throws {
        var decision = decision(ad(1, seconds: 4))
        decision.spots[0].skipping = .from(.share(0.5))
        decision.spots[0].expiry = .seconds(60)
        decision.spares = [ad(2, seconds: 4)]
        decision.hops = [
            .init(address: "http://ads/tag", depth: 0, code: nil, answer: "<VAST version=\"4.3\"/>")
        ]
        let event = SessionEvent.adsDecided(request: 1, decision)
        let read = try JSONDecoder().decode(
            SessionEvent.self, from: try JSONEncoder().encode(event))
        #expect(read == event)
    }
}
