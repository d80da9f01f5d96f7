import AdCues
import Advertising
import Foundation
import MediaTime
import Testing

@testable import Interlude

/// Breaks for which the playlist of the stream names the media.
@Suite("An interstitial of the stream")
struct InterstitialBreakTests {
    private let fade = 384

    private func list(_ frameCounts: Int...) -> [Advertisement] {
        frameCounts.map { count in
            var spot = Advertisement.spot(0, frames: count)
            spot.duration = .frames(count)
            return spot
        }
    }

    /// b.6, "resume policy without offset": after the duration of the break.
    @Test("A6: plays its asset in place of the stream, which goes on after as much of it")
    func replaces() async throws {
        let outcome = try await Scenario(frames: 240_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\"", at: 96_000).run()
        #expect(outcome.frames(of: "slot.started") == [96_000])
        #expect(outcome.values("adId", of: "slot.started") == ["\"i\""])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["144000"])
        #expect(outcome.sound[0..<96_000] == Sound.stream(0, count: 96_000))
        #expect(
            outcome.sound[96_000 + fade..<144_000 - fade]
                == Sound.spot(0.5, count: 48_000 - 2 * fade))
        #expect(outcome.sound[144_384..<240_000] == Sound.stream(144_384, count: 95_616))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("F2: with a resume offset of zero is inserted: no frame of the stream is lost")
    func inserts() async throws {
        let outcome = try await Scenario(frames: 240_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\",X-RESUME-OFFSET=0", at: 96_000).run()
        #expect(outcome.frames(of: "slot.started") == [96_000])
        #expect(outcome.frames(of: "stream.held") == [96_000])
        #expect(outcome.frames(of: "stream.resumed") == [144_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["96000"])
        #expect(outcome.sound[144_384..<240_000] == Sound.stream(96_384, count: 95_616))
    }

    @Test(
        "F3: returns to the frame that its resume offset names",
        arguments: [(-1, 48_000), (2, 192_000), (1, 144_000)])
    func returns(offset: Int, frame: Int) async throws {
        let outcome = try await Scenario("live:480000", frames: 288_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\",X-RESUME-OFFSET=\(offset)", at: 96_000)
            .run()
        #expect(outcome.sound[150_000..<240_000] == Sound.stream(frame + 6000, count: 90_000))
    }

    @Test(
        "D10: returns to the frame that a later tag names, also if it is heard already",
        arguments: [48_000, 110_000])
    func returnsAsAmended(known: Int) async throws {
        let outcome = try await Scenario("live:480000", frames: 288_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\",X-RESUME-OFFSET=1", at: 96_000)
            .interstitial(
                "X-ASSET-URI=\"48000x0.5\",X-RESUME-OFFSET=2", at: 96_000, known: known
            ).run()
        #expect(outcome.frames(of: "slot.started") == [96_000])
        #expect(outcome.sound[150_000..<240_000] == Sound.stream(198_000, count: 90_000))
    }

    @Test(
        "D10: is as long as a later tag limits it, and plays the asset that it names",
        arguments: [(48_000, "24000x0.25", 120_000), (110_000, "48000x0.5", 120_000)])
    func amended(known: Int, asset: String, end: Int) async throws {
        let outcome = try await Scenario(frames: 288_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\",X-RESUME-OFFSET=0", at: 96_000)
            .interstitial(
                "X-ASSET-URI=\"\(asset)\",X-RESUME-OFFSET=0,X-PLAYOUT-LIMIT=0.5", at: 96_000,
                known: known
            ).run()
        #expect(outcome.frames(of: "stream.resumed") == [end])
    }

    /// b.6, "overfilled break": the limit counts over the whole list.
    @Test("F7: is cut at its playout limit, inserted or not", arguments: [false, true])
    func limit(isInserted: Bool) async throws {
        let outcome = try await Scenario(frames: 288_000)
            .interstitial(
                "X-ASSET-LIST=\"l\",X-PLAYOUT-LIMIT=1.5"
                    + (isInserted ? ",X-RESUME-OFFSET=0" : ""), at: 48_000
            )
            .listing("l", list(48_000, 48_000)).run()
        #expect(outcome.frames(of: "slot.started") == [48_000, 96_000])
        #expect(outcome.frames(of: "slot.skipped") == [120_000])
        #expect(
            outcome.values("streamFrame", of: "stream.resumed")
                == [isInserted ? "48000" : "120000"])
    }

    /// b.6, "overfilled break": 206 for what has not begun.
    @Test("F12: whose list is longer than its limit is cut there, and what has not begun fails")
    func overrun() async throws {
        let outcome = try await Scenario(frames: 288_000)
            .interstitial("X-ASSET-LIST=\"l\",X-PLAYOUT-LIMIT=1.5", at: 48_000)
            .listing("l", list(48_000, 48_000, 48_000)).run()
        #expect(outcome.frames(of: "slot.started") == [48_000, 96_000])
        #expect(outcome.frames(of: "slot.skipped") == [120_000])
        // VAST's code of an ad for which the break has no time left.
        #expect(outcome.values("code", of: "slot.failed") == ["206"])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["120000"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is ended early by a limit that a later tag names")
    func limited() async throws {
        let outcome = try await Scenario(frames: 288_000)
            .interstitial("X-ASSET-URI=\"96000x0.5\"", at: 48_000)
            .interstitial(
                "X-ASSET-URI=\"96000x0.5\",X-PLAYOUT-LIMIT=1", at: 48_000, known: 72_000
            )
            .at(72_000, .setVolume(.unity)).run()
        #expect(outcome.frames(of: "slot.skipped") == [96_000])
    }

    @Test(
        "F5: that a later tag ends early while it is heard ends as the policy says",
        arguments: [
            (BreakEndPolicy.cut, "", 72_000, 120_000), (.fade, "", 72_000, 120_000),
            (.finish, "", 72_000, 192_000), (.finish, "", 110_000, 192_000),
            (.fade, ",X-RESUME-OFFSET=0", 72_000, 120_000),
            (.finish, ",X-RESUME-OFFSET=0", 72_000, 192_000),
            (.cut, ",X-RESUME-OFFSET=0", 110_000, 120_000),
        ])
    func earlyEnds(policy: BreakEndPolicy, offset: String, known: Int, end: Int) async throws {
        let asset = "X-ASSET-URI=\"144000x0.5\"" + offset
        var scenario = Scenario(frames: 288_000)
            .interstitial(asset, at: 48_000)
            .interstitial(asset + ",X-PLAYOUT-LIMIT=1.5", at: 48_000, known: known)
            .at(known, .setVolume(.unity))
        scenario.configuration.markers?.earlyEnd = policy
        let outcome = try await scenario.run()
        let event = policy == .finish ? "slot.completed" : "slot.skipped"
        #expect(outcome.frames(of: event) == [end])
        #expect(outcome.frames(of: "stream.resumed") == [end])
        let middleOfFade = outcome.sound[108_000..<108_001]
        #expect(middleOfFade == Sound.spot(policy == .fade ? 0.25 : 0.5, count: 1))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("F5: is cut at a limit that was known before it began, whatever the policy is")
    func knownLimit() async throws {
        var scenario = Scenario(frames: 288_000)
            .interstitial("X-ASSET-URI=\"144000x0.5\"", at: 96_000)
            .interstitial(
                "X-ASSET-URI=\"144000x0.5\",X-PLAYOUT-LIMIT=1.5", at: 96_000, known: 48_000
            )
            .interstitial(
                "X-ASSET-URI=\"144000x0.5\",X-PLAYOUT-LIMIT=1.5", at: 96_000, known: 110_000
            )
            .at(48_000, .setVolume(.unity)).at(110_000, .setVolume(.unity))
        scenario.configuration.markers?.earlyEnd = .finish
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.skipped") == [168_000])
    }

    @Test("A6: plays the assets of its list in their order, and then spots that fill the rest")
    func filled() async throws {
        let outcome = try await Scenario(frames: 384_000)
            .interstitial("X-ASSET-LIST=\"l\",DURATION=4", at: 96_000)
            .listing("l", list(24_000, 48_000))
            .filling(.spot(0, frames: 60_000)).run()
        #expect(outcome.frames(of: "slot.started") == [96_000, 120_000, 168_000, 228_000])
        #expect(outcome.frames(of: "stream.resumed") == [288_000])
    }

    /// b.6, "join, list joined with offset".
    @Test(
        "D5: leaves out what was over of its list when the listener joined it: assets, and a part of one"
    )
    func joined() async throws {
        let outcome = try await Scenario(frames: 480_000)
            .interstitial("X-ASSET-LIST=\"l\",DURATION=6", at: 0, known: 144_000)
            .listing("l", list(48_000, 48_000, 96_000))
            .at(144_000, .setVolume(.unity)).run()
        #expect(outcome.frames(of: "slot.started").count == 1)
        #expect(outcome.values("spots", of: "break.announced") == ["1"])
        #expect(outcome.values("missed", of: "break.announced") == ["2"])
        #expect(outcome.values("frames", of: "slot.loaded") == ["48000"])
        var timeline = AdTimeline()
        for record in outcome.records { timeline.note(record) }
        #expect(timeline.breaks.map(\.originalAdCount) == [3])
        #expect(timeline.breaks.map(\.missedAdCount) == [2])
        #expect(try outcome.replayed() == outcome.log)
    }

    /// b.6, "join, list joined with offset": nothing is left of it.
    @Test("D5: is left out for a listener who joins it when all of its list is over")
    func joinedAfter() async throws {
        let outcome = try await Scenario(frames: 480_000)
            .interstitial("X-ASSET-LIST=\"l\",DURATION=6", at: 0, known: 144_000)
            .listing("l", list(48_000, 96_000)).at(144_000, .setVolume(.unity)).run()
        #expect(outcome.frames(of: "slot.started").isEmpty)
        #expect(outcome.values("reason", of: "break.dropped") == ["\"nothingFits\""])
        #expect(outcome.sound[0..<480_000] == Sound.stream(0, count: 480_000))
    }

    @Test("D5: is whole for a listener who joins it, if breaks are joined in full")
    func joinedInFull() async throws {
        var scenario = Scenario(frames: 480_000)
            .interstitial("X-ASSET-LIST=\"l\",DURATION=6", at: 0, known: 144_000)
            .listing("l", list(48_000, 48_000, 96_000))
            .at(144_000, .setVolume(.unity))
        scenario.configuration.markers?.joining = .full
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.started").count == 3)
        #expect(outcome.values("missed", of: "break.announced") == ["none"])
    }

    @Test("E15: whose asset is shorter than the break is filled once its length is known")
    func toppedUp() async throws {
        let outcome = try await Scenario(frames: 384_000)
            .interstitial("X-ASSET-URI=\"48000x0.25\",DURATION=2", at: 96_000)
            .filling(.spot(0, frames: 48_000)).run()
        #expect(outcome.frames(of: "slot.started") == [96_000, 144_000])
        #expect(outcome.frames(of: "stream.resumed") == [192_000])
    }

    @Test("I10: whose media fail is filled, with one line about the failure")
    func fails() async throws {
        let asset = try await Scenario(frames: 240_000)
            .interstitial("X-ASSET-URI=\"nothing\",DURATION=1", at: 96_000)
            .filling(.spot(0, frames: 48_000)).run()
        #expect(asset.frames(of: "slot.failed").count == 1)
        #expect(asset.frames(of: "slot.started") == [96_000])
        let list = try await Scenario(frames: 240_000)
            .interstitial("X-ASSET-LIST=\"none\",DURATION=1", at: 96_000)
            .filling(.spot(0, frames: 48_000)).run()
        #expect(list.frames(of: "session.warning").count == 1)
        #expect(list.frames(of: "slot.started") == [96_000])
        let unfilled = try await Scenario(frames: 240_000)
            .interstitial("X-ASSET-URI=\"nothing\"", at: 96_000).run()
        #expect(unfilled.sound[0..<240_000] == Sound.stream(0, count: 240_000))
    }

    @Test("I1, I10: plays the other assets of its list if one fails")
    func oneFails() async throws {
        let outcome = try await Scenario(frames: 240_000)
            .interstitial("X-ASSET-LIST=\"l\"", at: 96_000)
            .listing("l", [.broken(0)] + list(48_000)).run()
        #expect(outcome.frames(of: "slot.failed").count == 1)
        #expect(outcome.frames(of: "slot.started") == [96_000])
        #expect(outcome.frames(of: "stream.resumed") == [144_000])
    }

    @Test("follows another one at the same instant, and both are inserted")
    func together() async throws {
        let outcome = try await Scenario(frames: 288_000)
            .interstitial("X-ASSET-URI=\"24000x0.5\",X-RESUME-OFFSET=0", at: 96_000, id: "a")
            .interstitial("X-ASSET-URI=\"48000x0.25\",X-RESUME-OFFSET=0", at: 96_000, id: "b")
            .run()
        #expect(outcome.frames(of: "slot.started") == [96_000, 120_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["96000"])
        #expect(outcome.sound[168_384..<288_000] == Sound.stream(96_384, count: 119_616))
    }

    @Test("D7: adds its resume offset to that of another one at the same instant")
    func offsetsTogether() async throws {
        let outcome = try await Scenario("live:480000", frames: 336_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\",X-RESUME-OFFSET=1", at: 96_000, id: "a")
            .interstitial("X-ASSET-URI=\"48000x0.25\",X-RESUME-OFFSET=2", at: 96_000, id: "b")
            .run()
        #expect(outcome.frames(of: "slot.started") == [96_000, 144_000])
        #expect(outcome.sound[200_000..<336_000] == Sound.stream(248_000, count: 136_000))
    }

    @Test("A22, D8: before the programme is heard before its first frame")
    func before() async throws {
        let outcome = try await Scenario(frames: 192_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\",X-RESUME-OFFSET=0,CUE=\"PRE\"", at: 0).run()
        #expect(outcome.frames(of: "slot.started") == [0])
        #expect(outcome.sound[48_384..<192_000] == Sound.stream(384, count: 143_616))
    }

    @Test(
        "D8: after the programme is heard where that ends, even if the playlist said a later time")
    func after() async throws {
        let outcome = try await Scenario("live:144000", frames: 480_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\",CUE=\"POST\"", at: 145_000).run()
        #expect(outcome.sound[0..<140_000] == Sound.stream(0, count: 140_000))
        #expect(outcome.frames(of: "slot.completed").count == 1)
        #expect(outcome.frames(of: "slot.started").first.map { $0 >= 144_000 } == true)
    }

    @Test("G3: that must not be skipped is heard to its end, and one that may be is not")
    func skipping() async throws {
        for (rule, event) in [(",X-RESTRICT=\"SKIP\"", "slot.completed"), ("", "slot.skipped")] {
            let outcome = try await Scenario(frames: 288_000)
                .interstitial("X-ASSET-URI=\"96000x0.5\"" + rule, at: 48_000)
                .at(72_000, .skip).at(80_000, .skipBreak).run()
            #expect(outcome.frames(of: event).count == 1)
        }
    }

    @Test("G3: that must not be jumped over is where a seek over it leads")
    func jumping() {
        var configuration = SessionConfiguration(source: "live")
        configuration.markers?.fill = []
        var breaks = MarkedBreaks(configuration.markers)
        var outbox = SessionOutbox()
        for (rule, second) in [("JUMP", 60), ("SKIP", 90)] as [(String, Int64)] {
            let begin = FrameTime(second * Int64(FrameTime.rate))
            var cue = Cue(id: rule, .out(duration: nil), at: begin, source: .hls)
            cue.interstitial = Interstitial(
                attributes: "X-ASSET-URI=\"9x1\",X-RESTRICT=\"\(rule)\"")
            let start = ListenerMoment(place: .zero, heard: .zero, isInBreak: false)
            breaks.receive([cue], at: start, &outbox)
        }
        let targets = ([50, 70, 100] as [Int64]).map { second in
            let target = FrameTime(second * Int64(FrameTime.rate))
            return breaks.target(ofSeek: target, from: .zero).seconds
        }
        #expect(targets == [50, 60, 60])
    }

    @Test("keeps no later one from being heard, however long it may be")
    func later() async throws {
        let outcome = try await Scenario(frames: 480_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\"", at: 48_000, id: "a")
            .interstitial("X-ASSET-URI=\"48000x0.5\"", at: 240_000, id: "b").run()
        #expect(outcome.frames(of: "slot.started") == [48_000, 240_000])
        #expect(outcome.frames(of: "break.ended") == [96_000, 288_000])
    }
}
