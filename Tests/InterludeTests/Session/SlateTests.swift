import AdCues
import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// What is heard in the rest of a break that its ads do not fill, at the output frames.
@Suite("A slate")
struct SlateTests {
    private let second = FrameTime.rate
    private let fade = 384

    /// A slate of two seconds.
    private func scenario(_ source: String = "live", seconds: Int) -> Scenario {
        var scenario = Scenario(source, frames: seconds * second)
        scenario.configuration.slate = .spot(0, frames: 2 * second, level: 0.25)
        return scenario
    }

    @Test("E15: is heard over and over from the end of a pod of 10 s to that of a break of 20 s")
    func underfilled() async throws {
        var scenario = scenario(seconds: 26).cue(.out(duration: .seconds(20)), at: 2 * second)
            .filling(.spot(0, frames: 10 * second))
        scenario.configuration.markers?.adRules.mostPerBreak = 1
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.started") == [2 * second, 12 * second])
        #expect(outcome.frames(of: "slot.completed") == [12 * second, 22 * second])
        #expect(outcome.values("bumper", of: "slot.completed") == ["none", "\"slate\""])
        #expect(outcome.frames(of: "break.ended") == [22 * second])
        #expect(outcome.values("played", of: "break.ended") == ["1"])
        #expect(outcome.values("spots", of: "break.announced") == ["1"])
        #expect(outcome.frames(of: "break.dropped").isEmpty)
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(22 * second)"])
        #expect(
            outcome.sound[12 * second..<22 * second - fade]
                == Sound.spot(0.25, count: 10 * second - fade))
        #expect(
            outcome.sound[22 * second + fade..<26 * second]
                == Sound.stream(22 * second + fade, count: 4 * second - fade))
        let reports = outcome.adCalls.filter { $0.hasPrefix("FINISHED") }
        #expect(reports.count == 1)
        var timeline = AdTimeline()
        for record in outcome.records { timeline.note(record) }
        #expect(timeline.breaks.map(\.ads.count) == [1])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("E15: is all that is heard of a break without ads, which counts as left out")
    func alone() async throws {
        let outcome = try await scenario(seconds: 8)
            .cue(.out(duration: .seconds(5)), at: second).run()
        #expect(outcome.frames(of: "slot.started") == [second])
        #expect(outcome.frames(of: "slot.completed") == [6 * second])
        #expect(outcome.values("reason", of: "break.dropped") == ["\"noSpots\""])
        #expect(outcome.values("spots", of: "break.announced") == ["0"])
        #expect(outcome.values("played", of: "break.ended") == ["0"])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(6 * second)"])
        #expect(
            outcome.sound[second + fade..<6 * second - fade]
                == Sound.spot(0.25, count: 5 * second - 2 * fade))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is heard up to the marker that ends its break, if no length is marked")
    func openEnded() async throws {
        let outcome = try await scenario(seconds: 8)
            .cue(.out(duration: nil), at: second)
            .cue(.in, at: 5 * second, known: 3 * second)
            .at(4 * second, .setVolume(.unity)).run()
        #expect(outcome.frames(of: "slot.started") == [second])
        #expect(outcome.frames(of: "slot.completed") == [5 * second])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(5 * second)"])
    }

    @Test("ends with a file that declares its length, before the break that outlasts the file")
    func fileEnd() async throws {
        var scenario = scenario("declared:\(15 * second)", seconds: 30)
        scenario.configuration.markers?.interval = StreamMarkers.Interval(
            every: .seconds(12), length: .seconds(10), distance: .zero)
        let outcome = try await scenario.run()
        #expect(outcome.values("bumper", of: "slot.started") == ["\"slate\""])
        #expect(outcome.frames(of: "slot.started") == [12 * second])
        #expect(outcome.frames(of: "slot.completed") == [15 * second])
        let ends = outcome.frames(of: "session.stopped")
        #expect(ends.map { $0 / second } == [15])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("ends with the break that the listener skips")
    func skipped() async throws {
        let outcome = try await scenario(seconds: 8)
            .cue(.out(duration: .seconds(5)), at: second).at(3 * second, .skipBreak).run()
        #expect(outcome.frames(of: "slot.skipped") == [3 * second])
        #expect(outcome.values("reason", of: "slot.skipped") == ["\"listener\""])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(3 * second)"])
    }

    @Test(
        "that cannot be loaded, or is shorter than a second, leaves the programme",
        arguments: [0, 47_999])
    func unusable(frameCount: Int) async throws {
        var scenario = scenario(seconds: 8).cue(.out(duration: .seconds(5)), at: second)
            .filling(.spot(0, frames: 2 * second))
        scenario.configuration.markers?.adRules.mostPerBreak = 1
        scenario.configuration.slate =
            frameCount == 0 ? .broken(0) : .spot(0, frames: frameCount)
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.started") == [second])
        #expect(outcome.values("bumper", of: "slot.failed") == ["\"slate\""])
        #expect(outcome.values("failed", of: "break.ended") == ["0"])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(3 * second)"])
    }

    @Test("B26: is no ad of an hour, and the next break has ads as if it had not been")
    func limits() async throws {
        var scenario = scenario(seconds: 24)
            .cue(.out(duration: .seconds(4)), at: 2 * second, id: "1")
            .cue(.out(duration: .seconds(4)), at: 14 * second, id: "2")
            .asking(
                MadeAdServers([AdDecision(), decision(.spot(1, frames: 2 * second))]))
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        scenario.configuration.markers?.decisionLead = .seconds(1)
        scenario.configuration.markers?.adRules.interval = .seconds(60)
        scenario.configuration.markers?.adRules.mostPerHour = 1
        let outcome = try await scenario.run()
        #expect(
            outcome.values("bumper", of: "slot.started") == ["\"slate\"", "none", "\"slate\""])
        #expect(
            outcome.frames(of: "slot.started") == [2 * second, 14 * second, 16 * second])
    }

    private func decision(_ spot: Advertisement) -> AdDecision {
        var spot = spot
        spot.duration = .seconds(2)
        spot.tracking = .everything(of: 1)
        var decision = AdDecision()
        decision.spots = [spot]
        return decision
    }

    @Test("is not heard beside media that the playlist of the stream names")
    func interstitial() async throws {
        let outcome = try await scenario(seconds: 6)
            .interstitial("X-ASSET-URI=\"48000x0.5\",DURATION=3", at: 2 * second).run()
        #expect(outcome.frames(of: "slot.started") == [2 * second])
        #expect(outcome.values("bumper", of: "slot.started") == ["none"])
    }

    @Test("is said to be heard, and is no advertisement in the listener's mixer")
    func status() {
        var status = PlayerStatus(state: .playing, source: "live", title: "News")
        status.adBreak = BreakStatus(
            .spot(1, frames: 96_000), spotNumber: 1, spotCount: 1, spotRemaining: .seconds(2))
        #expect(status.adBreak?.json["slate"] == nil)
        #expect(MixerTitle(status).text == "Advertisement 1/1")
        status.adBreak?.isSlate = true
        #expect(status.adBreak?.json["slate"] == .bool(true))
        #expect(MixerTitle(status).text == "News")
    }
}
