import AdCues
import AdPlayback
import Advertising
import Foundation
import MediaTime
import Testing

@testable import Interlude

/// Breaks that the stream changes or takes back after it has announced them.
@Suite("A break that the stream edits")
struct EditedBreakTests {
    private let fade = 384
    private let second = FrameTime.rate

    private func list(_ frameCounts: Int...) -> [Advertisement] {
        frameCounts.map { count in
            var spot = Advertisement.spot(0, frames: count)
            spot.duration = .frames(count)
            return spot
        }
    }

    private func ad(_ id: Int, seconds: Int, frames: Int? = nil) -> Advertisement {
        var spot = Advertisement.spot(id, frames: frames ?? seconds * second)
        spot.duration = .seconds(seconds)
        return spot
    }

    // MARK: Other media

    @Test("D10: plays the asset that a later tag names, unless it has begun")
    func otherAsset() async throws {
        for (known, level) in [(48_000, Float(0.25)), (110_000, 0.5)] {
            let outcome = try await Scenario(frames: 288_000)
                .interstitial("X-ASSET-URI=\"48000x0.5\"", at: 96_000)
                .interstitial("X-ASSET-URI=\"48000x0.25\"", at: 96_000, known: known).run()
            #expect(outcome.frames(of: "slot.started") == [96_000])
            #expect(
                outcome.sound[96_000 + fade..<144_000 - fade]
                    == Sound.spot(level, count: 48_000 - 2 * fade))
            #expect(outcome.frames(of: "slot.notUsed").count == (level == 0.25 ? 1 : 0))
            #expect(try outcome.replayed() == outcome.log)
        }
    }

    @Test("D10: asks for the list that a later tag names, also if it has the other one")
    func otherList() async throws {
        let begin = 20 * second
        for known in [second, 12 * second] {
            let outcome = try await Scenario(frames: 30 * second)
                .interstitial("X-ASSET-LIST=\"l\"", at: begin)
                .interstitial("X-ASSET-LIST=\"m\"", at: begin, known: known)
                .listing("l", list(48_000)).listing("m", list(24_000, 24_000)).run()
            #expect(outcome.frames(of: "slot.started") == [begin, begin + 24_000])
        }
    }

    @Test("D10: lets media of the stream come before ads that servers have chosen")
    func assetForAds() async throws {
        let servers = MadeAdServers([AdDecision(ad(1, seconds: 1))])
        var scenario = Scenario(frames: 288_000)
            .cue(.out(duration: .seconds(1)), at: 96_000, id: "i", source: .hls)
            .interstitial("X-ASSET-URI=\"48000x0.25\"", at: 96_000, known: 48_000)
            .asking(servers)
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        let outcome = try await scenario.run()
        #expect(outcome.values("title", of: "slot.started").count == 1)
        #expect(outcome.values("url", of: "slot.started") == ["\"48000x0.25\""])
    }

    // MARK: Taken back

    @Test("F10: ends at once if its tag disappears, also if no tag says how long it is")
    func removedWhilePlaying() async throws {
        for attributes in ["", ",X-RESUME-OFFSET=0"] {
            let outcome = try await Scenario("live:480000", frames: 288_000)
                .interstitial("X-ASSET-URI=\"144000x0.5\"" + attributes, at: 48_000)
                .cue(.cancel, at: 0, known: 120_000, id: "i", source: .hls)
                .at(120_000, .setVolume(.unity)).run()
            let skipped = try #require(outcome.frames(of: "slot.skipped").first)
            #expect(120_000...125_000 ~= skipped)
            #expect(outcome.frames(of: "stream.resumed") == [skipped])
            #expect(try outcome.replayed() == outcome.log)
        }
    }

    /// b.6, "event_cancel before start".
    @Test("C9, F10: tells ad servers of its ads only that they were not used, if it is taken back")
    func decidedInVain() async throws {
        let begin = 20 * second
        let servers = MadeAdServers([AdDecision(ad(1, seconds: 2))])
        var scenario = Scenario(frames: 30 * second)
            .cue(.out(duration: .seconds(4)), at: begin, id: "1")
            .cue(.cancel, at: begin, known: 4 * second, id: "1").asking(servers)
            .at(4 * second, .setVolume(.unity))
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        let outcome = try await scenario.run()
        #expect(outcome.values("slot", of: "slot.notUsed") == ["none"])
        #expect(outcome.values("ads", of: "decision.received") == ["1"])
        #expect(outcome.values("reason", of: "slot.notUsed") == ["\"breakCancelled\""])
        #expect(outcome.values("code", of: "slot.notUsed") == ["none"])
        #expect(servers.lines == ["notUsed http://ads/notUsed1"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("C7, F10: calls off the request for its ads if it is taken back")
    func askedInVain() async throws {
        let begin = 20 * second
        let servers = SilentAdServers()
        var scenario = Scenario(frames: 30 * second)
            .cue(.out(duration: .seconds(4)), at: begin, id: "1")
            .cue(.cancel, at: begin, known: 4 * second, id: "1").asking(servers)
        scenario.networkDelay = .seconds(60)
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "decision.requested") == [0])
        #expect(outcome.records.allSatisfy { !$0.event.hasPrefix("tracking.") })
        #expect(servers.cancelCount == 1)
    }

    // MARK: Ends

    /// b.6, "auto_return = 0".
    @Test("F8: that only a marker ends is filled for its length, and not for the time beyond")
    func marked() async throws {
        var cue = Cue(id: "1", .out(duration: .seconds(8)), at: FrameTime(96_000), source: .scte35)
        cue.returnsByItself = false
        let servers = MadeAdServers([AdDecision(ad(1, seconds: 6), ad(2, seconds: 5))])
        var scenario = Scenario(frames: 20 * second).filling(ad(3, seconds: 2)).asking(servers)
        scenario.cues.append((.zero, cue))
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        scenario.configuration.markers?.earlyEnd = .finish
        let outcome =
            try await scenario
            .cue(.in, at: 96_000 + 8 * second, known: 96_000 + 7 * second, id: "1")
            .at(96_000 + 7 * second, .setVolume(.unity)).run()
        #expect(outcome.values("code", of: "slot.notUsed") == ["206"])
        #expect(outcome.frames(of: "slot.started") == [96_000, 96_000 + 6 * second])
        #expect(outcome.frames(of: "stream.resumed") == [96_000 + 8 * second])
    }

    /// b.6, "overfilled break".
    @Test(
        "F12: whose last spot is longer than the rest is cut, faded or played out, as the policy says",
        arguments: [(BreakEndPolicy.cut, 240_000), (.fade, 240_000), (.finish, 264_000)])
    func overrun(policy: BreakEndPolicy, end: Int) async throws {
        // Its description says less than its length.
        let servers = MadeAdServers([AdDecision(ad(1, seconds: 3, frames: 168_000))])
        var scenario = Scenario(frames: 10 * second)
            .cue(.out(duration: .seconds(3)), at: 96_000, id: "1").asking(servers)
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        scenario.configuration.markers?.overrun = policy
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "stream.resumed") == [end])
        #expect(outcome.frames(of: "slot.completed").count == (policy == .finish ? 1 : 0))
        let late = outcome.sound[230_000..<230_001]
        #expect((late == Sound.spot(0.5, count: 1)) == (policy != .fade))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("F12: begins an ad that is longer than the rest only if it may be played out")
    func longAd() async throws {
        for policy in BreakEndPolicy.allCases {
            let servers = MadeAdServers([AdDecision(ad(1, seconds: 4))])
            var scenario = Scenario(frames: 10 * second)
                .cue(.out(duration: .seconds(3)), at: 96_000, id: "1").asking(servers)
            scenario.configuration.markers?.adTags = ["http://ads/tag"]
            scenario.configuration.markers?.overrun = policy
            let outcome = try await scenario.run()
            #expect(
                outcome.frames(of: "slot.completed")
                    == (policy == .finish ? [96_000 + 4 * second] : []))
        }
    }

    /// b.6, "no end marker ever".
    @Test("F9: is cut at the limit if its end never comes")
    func watchdog() async throws {
        var scenario = Scenario(frames: 288_000).cue(.out(duration: nil), at: 48_000)
            .filling(.spot(0, frames: 120_000))
        scenario.configuration.markers?.fill[0].duration = .seconds(1)
        scenario.configuration.markers?.longest = .seconds(2)
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.skipped") == [144_000])
        #expect(outcome.frames(of: "stream.resumed") == [144_000])
    }

    @Test("F6: is extended by a marker inside it that says how long it is")
    func continued() async throws {
        let outcome = try await Scenario(frames: 480_000).filling(.spot(0, frames: 48_000))
            .cue(.out(duration: .seconds(1)), at: 96_000, id: "1")
            .cue(
                .continue(elapsed: .milliseconds(500), duration: .seconds(3)), at: 120_000,
                known: 110_000, id: "1"
            )
            .at(110_000, .setVolume(.unity)).run()
        #expect(outcome.frames(of: "slot.started") == [96_000, 144_000, 192_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["240000"])
    }

    @Test("A21: is one break with a push for its place, which plays first")
    func pushed() async throws {
        for policy in [BreakPolicy.mute, .hold] {
            let outcome = try await Scenario("live:480000", frames: 384_000).policy(policy)
                .cue(.out(duration: .seconds(3)), at: 96_000, id: "1")
                .filling(.spot(0, frames: 48_000))
                .at(0, .pushInStream([.spot(7, frames: 48_000)], at: .time(.seconds(2)))).run()
            #expect(outcome.frames(of: "break.started") == [96_000])
            #expect(outcome.frames(of: "slot.started") == [96_000, 144_000, 192_000])
            #expect(outcome.values("title", of: "slot.started").first == "\"spot 7\"")
            #expect(outcome.values("streamFrame", of: "stream.resumed") == ["240000"])
        }
    }

    // MARK: Returns

    /// b.6, "resume target out of the window".
    @Test("F3: returns to the live edge if the stream no longer has the frame to return to")
    func outOfReach() async throws {
        var scenario = Scenario("live:960000", frames: 480_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\",X-RESUME-OFFSET=-3", at: 192_000)
        scenario.configuration.maxDelay = .seconds(2)
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "stream.resumed") == [240_000])
        #expect(outcome.sound[250_000..<480_000] == Sound.stream(250_000, count: 230_000))
    }

    /// b.6, "resume policy without offset": a preroll leads to the live edge.
    @Test("D8: before a live stream is followed by the live edge")
    func beforeLive() async throws {
        let outcome = try await Scenario("live:480000", frames: 240_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\",CUE=\"PRE\"", at: 0).run()
        #expect(outcome.frames(of: "slot.started") == [0])
        #expect(outcome.sound[60_000..<200_000] == Sound.stream(60_000, count: 140_000))
    }
}
