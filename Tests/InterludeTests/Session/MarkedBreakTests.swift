import AdCues
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// Breaks that the stream marks, at the output frames where they are heard.
@Suite("A break that the stream marks")
struct MarkedBreakTests {
    private let fade = 384

    @Test("begins at the frame that its cue names, and gives the stream back at its end")
    func exact() async throws {
        let outcome = try await Scenario(frames: 240_000)
            .cue(.out(duration: .seconds(1)), at: 96_000)
            .filling(.spot(0, frames: 48_000)).run()
        #expect(outcome.frames(of: "cue.seen") == [0])
        #expect(outcome.frames(of: "slot.started") == [96_000])
        #expect(outcome.frames(of: "slot.completed") == [144_000])
        #expect(outcome.frames(of: "stream.muted") == [96_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["144000"])
        #expect(outcome.values("cueToAd", of: "latency") == ["0"])
        #expect(outcome.sound[0..<96_000] == Sound.stream(0, count: 96_000))
        #expect(
            outcome.sound[96_000 + fade..<144_000 - fade]
                == Sound.spot(0.5, count: 48_000 - 2 * fade))
        #expect(outcome.sound[144_384..<240_000] == Sound.stream(144_384, count: 95_616))
        #expect(try outcome.replayed() == outcome.log)
    }

    /// b.6, "same cue again".
    @Test("A20, A21: is the same break for each cue with its id, and over every channel")
    func repeated() async throws {
        let outcome = try await Scenario(frames: 240_000)
            .cue(.out(duration: .seconds(1)), at: 96_000, id: "1")
            .cue(.out(duration: .seconds(1)), at: 96_000, id: "1")
            .cue(.out(duration: .seconds(1)), at: 97_000, source: .icy)
            .filling(.spot(0, frames: 48_000)).run()
        #expect(outcome.frames(of: "slot.started") == [96_000])
        #expect(outcome.frames(of: "cue.seen").count == 1)
        #expect(outcome.frames(of: "cue.merged").count == 2)
    }

    /// b.6, "underfilled break": the programme, and no silence.
    @Test("gives back the stream where its spots end, if they do not fill it")
    func underfilled() async throws {
        let outcome = try await Scenario(frames: 240_000)
            .cue(.out(duration: .seconds(1)), at: 96_000)
            .filling(.spot(0, frames: 30_000)).run()
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["126000"])
        #expect(outcome.sound[126_384..<240_000] == Sound.stream(126_384, count: 113_616))
    }

    @Test("takes in turn the spots that fit its length")
    func inTurn() async throws {
        let outcome = try await Scenario(frames: 480_000)
            .cue(.out(duration: .seconds(1)), at: 48_000, id: "0")
            .cue(.out(duration: .milliseconds(250)), at: 192_000, id: "1")
            .cue(.out(duration: .milliseconds(10)), at: 288_000, id: "2")
            .cue(.out(duration: .seconds(1)), at: 384_000, id: "3")
            .filling(
                .spot(0, frames: 24_000), .spot(0, frames: 60_000), .spot(0, frames: 12_000)
            ).run()
        #expect(
            outcome.frames(of: "slot.started")
                == [48_000, 72_000, 84_000, 192_000, 384_000, 408_000, 420_000])
        #expect(outcome.values("reason", of: "break.dropped") == ["\"nothingFits\""])
        #expect(outcome.values("streamFrame", of: "break.dropped") == ["288000"])
        #expect(outcome.values("duration", of: "break.dropped") == ["0.01"])
    }

    @Test("is cut at the frame of the marker that ends it early")
    func early() async throws {
        let outcome = try await Scenario(frames: 288_000)
            .cue(.out(duration: .seconds(3)), at: 48_000)
            .cue(.in, at: 150_000, known: 120_000)
            .filling(.spot(0, frames: 60_000)).run()
        #expect(outcome.frames(of: "slot.started") == [48_000, 108_000])
        #expect(outcome.frames(of: "slot.skipped") == [150_000])
        #expect(outcome.values("reason", of: "slot.skipped") == ["\"breakOver\""])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["150000"])
        #expect(outcome.frames(of: "break.changed").count == 1)
        #expect(outcome.sound[150_384..<288_000] == Sound.stream(150_384, count: 137_616))
    }

    /// b.6, "CUE-IN early".
    @Test(
        "F4: ends after 12 of 30 s if its end is marked there, and a spot that has not begun fails")
    func returnsEarly() async throws {
        let second = FrameTime.rate
        let outcome = try await Scenario(frames: 20 * second)
            .cue(.out(duration: .seconds(30)), at: 2 * second, id: "1")
            .cue(.in, at: 14 * second, known: 10 * second, id: "1")
            .filling(.spot(0, frames: 8 * second)).run()
        #expect(outcome.frames(of: "slot.started") == [2 * second, 10 * second])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(14 * second)"])
        // VAST's code of an ad for which the break has no time left (rule of F12).
        #expect(outcome.values("code", of: "slot.failed") == ["206"])
    }

    @Test(
        "F5: ends early as its policy says for the spot that is heard, known before or too late",
        arguments: [
            (BreakEndPolicy.cut, 100_000, 150_000, nil), (.finish, 100_000, 168_000, nil),
            (.fade, 100_000, 150_000, 126_000),
            // Noticed with the mark of the spot's third quartile.
            (.cut, 150_000, 153_000, nil), (.finish, 150_000, 168_000, nil),
            (.fade, 150_000, 168_000, 153_000),
        ] as [(BreakEndPolicy, Int, Int, Int?)])
    func earlyEnds(
        policy: BreakEndPolicy, known: Int, end: Int, fadeStart: Int?
    ) async throws {
        var scenario = Scenario(frames: 288_000)
            .cue(.out(duration: .seconds(4)), at: 48_000, id: "1")
            .cue(.in, at: 150_000, known: known, id: "1")
            .filling(.spot(0, frames: 60_000))
        scenario.configuration.markers?.earlyEnd = policy
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.started") == [48_000, 108_000])
        #expect((outcome.frames(of: "slot.skipped").last ?? 168_000) == end)
        #expect(outcome.frames(of: "slot.completed").count == (end == 168_000 ? 2 : 1))
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(end)"])
        if let fadeStart {
            let half = (fadeStart + end) / 2
            #expect(outcome.sound[half..<half + 1] == Sound.spot(0.25, count: 1))
        }
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("F5: lets a listener skip the spot before its fade begins")
    func skippedBeforeFade() async throws {
        var scenario = Scenario(frames: 288_000)
            .cue(.out(duration: .seconds(4)), at: 48_000, id: "1")
            .cue(.in, at: 200_000, known: 60_000, id: "1")
            .filling(.spot(0, frames: 180_000)).at(100_000, .skip)
        scenario.configuration.markers?.earlyEnd = .fade
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.skipped") == [100_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["100000"])
    }

    /// F10; b.6, "event_cancel before start".
    @Test("does not take place if a marker takes it back before it begins")
    func cancelled() async throws {
        let outcome = try await Scenario(frames: 192_000)
            .cue(.out(duration: .seconds(1)), at: 96_000, id: "7")
            .cue(.cancel, at: 96_000, known: 48_000, id: "7")
            .filling(.spot(0, frames: 24_000)).run()
        #expect(outcome.frames(of: "slot.started").isEmpty)
        #expect(outcome.values("reason", of: "slot.notUsed").first == "\"breakCancelled\"")
        #expect(outcome.frames(of: "break.cancelled").count == 1)
        #expect(outcome.sound[0..<192_000] == Sound.stream(0, count: 192_000))
    }

    @Test("F10: ends at once if a marker takes it back while it plays")
    func cancelledInside() async throws {
        let outcome = try await Scenario(frames: 288_000)
            .cue(.out(duration: .seconds(3)), at: 48_000, id: "7")
            .cue(.cancel, at: 48_000, known: 120_000, id: "7")
            .filling(.spot(0, frames: 60_000)).run()
        #expect(outcome.frames(of: "slot.started") == [48_000, 108_000])
        #expect(outcome.frames(of: "slot.skipped") == outcome.frames(of: "stream.resumed"))
        let resumed = try #require(outcome.frames(of: "stream.resumed").first)
        #expect(120_000...168_000 ~= resumed)
        #expect(
            outcome.sound[resumed + fade..<288_000]
                == Sound.stream(resumed + fade, count: 288_000 - resumed - fade))
    }

    /// D10; b.6, "splice event repeated with another time before start".
    @Test("begins where a repeated marker has moved it to")
    func moved() async throws {
        let outcome = try await Scenario(frames: 240_000)
            .cue(.out(duration: .seconds(1)), at: 96_000, id: "7")
            .cue(.out(duration: .seconds(1)), at: 120_000, known: 48_000, id: "7")
            .at(48_000, .setVolume(.unity))
            .filling(.spot(0, frames: 48_000)).run()
        #expect(outcome.frames(of: "slot.started") == [120_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["168000"])
    }

    @Test(
        "F6: is filled with further spots if a marker makes it longer, and not once they have ended"
    )
    func extended() async throws {
        let scenario = Scenario(frames: 480_000).filling(.spot(0, frames: 48_000))
            .cue(.out(duration: .seconds(1)), at: 96_000, id: "1")
        let inTime =
            try await scenario
            .cue(.out(duration: .seconds(3)), at: 96_000, known: 120_000, id: "1").run()
        #expect(inTime.frames(of: "slot.started") == [96_000, 144_000, 192_000])
        #expect(inTime.values("streamFrame", of: "stream.resumed") == ["240000"])
        #expect(inTime.frames(of: "break.started") == [96_000])
        let before =
            try await scenario
            .cue(.out(duration: .seconds(2)), at: 96_000, known: 48_000, id: "1").run()
        #expect(before.frames(of: "slot.started") == [96_000, 144_000])
        let late = try await Scenario(frames: 480_000).filling(.spot(0, frames: 48_000))
            .cue(.out(duration: .milliseconds(1_900)), at: 96_000, id: "1")
            .cue(.out(duration: .seconds(4)), at: 96_000, known: 168_000, id: "1")
            .at(168_000, .setVolume(.unity)).run()
        let merged = late.frames(of: "cue.merged")
        #expect(merged.count == 1 && merged.allSatisfy { $0 > 144_000 })
        #expect(late.frames(of: "slot.started") == [96_000])
        #expect(late.values("streamFrame", of: "stream.resumed") == ["144000"])
    }

    /// b.6, "CUE-OUT without duration".
    @Test(
        "F9: lasts no longer than the limit",
        arguments: [Cue.Kind.out(duration: nil), .out(duration: .seconds(9))])
    func limited(_ kind: Cue.Kind) async throws {
        var scenario = Scenario(frames: 288_000).cue(kind, at: 48_000)
            .filling(.spot(0, frames: 40_000))
        scenario.configuration.markers?.longest = .seconds(2)
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.started") == [48_000, 88_000])
        #expect(outcome.frames(of: "stream.resumed").last == 128_000)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is filled for what is left of it if the listener joins inside it")
    func joined() async throws {
        let outcome = try await Scenario(frames: 240_000)
            .cue(.continue(elapsed: .seconds(1), duration: .seconds(3)), at: 0)
            .filling(.spot(0, frames: 60_000)).run()
        #expect(outcome.frames(of: "slot.started") == [0])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["60000"])
    }

    /// b.6, "join inside a break": all of it, the rest of it, or nothing.
    @Test(
        "F11: is filled whole, in part or not at all if the listener joins inside it",
        arguments: [
            (StreamMarkers.Joining.full, [0, 60_000, 120_000, 180_000]), (.partial, [0]),
            (.none, []),
        ])
    func joining(_ joining: StreamMarkers.Joining, starts: [Int]) async throws {
        var scenario = Scenario(frames: 288_000)
            .cue(.continue(elapsed: .seconds(3), duration: .seconds(5)), at: 0)
            .filling(.spot(0, frames: 60_000))
        scenario.configuration.markers?.joining = joining
        #expect(try await scenario.run().frames(of: "slot.started") == starts)
    }

    @Test(
        "plays on the stream unheard, with every policy but duck", arguments: BreakPolicy.allCases)
    func policies(policy: BreakPolicy) async throws {
        let outcome = try await Scenario(frames: 240_000).policy(policy, .continue)
            .cue(.out(duration: .seconds(1)), at: 96_000)
            .filling(.spot(0, frames: 48_000)).run()
        #expect(outcome.frames(of: policy == .duck ? "stream.ducked" : "stream.muted") == [96_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["144000"])
        #expect(outcome.sound[150_000..<240_000] == Sound.stream(150_000, count: 90_000))
    }

    @Test("comes later by a pause before it")
    func pause() async throws {
        let outcome = try await Scenario(frames: 288_000).policy(.mute, .continue)
            .cue(.out(duration: .seconds(1)), at: 96_000)
            .filling(.spot(0, frames: 48_000))
            .at(48_000, .pause).at(72_000, .unpause).run()
        #expect(outcome.frames(of: "slot.started") == [120_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["144000"])
    }

    @Test("does not keep a listener from pausing before it begins")
    func pauseAllowed() async throws {
        let outcome = try await Scenario(frames: 192_000)
            .cue(.out(duration: .seconds(1)), at: 96_000)
            .filling(.spot(0, frames: 48_000))
            .at(90_000, .pause).at(91_000, .unpause).run()
        #expect(outcome.frames(of: "session.paused").count == 1)
    }

    @Test("follows a push that plays before it begins")
    func push() async throws {
        let outcome = try await Scenario(frames: 288_000)
            .push(0, .spot(1, frames: 24_000))
            .cue(.out(duration: .seconds(1)), at: 144_000)
            .filling(.spot(0, frames: 48_000)).run()
        #expect(outcome.frames(of: "slot.started") == [0, 144_000])
        #expect(outcome.frames(of: "stream.muted") == [144_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["24000", "192000"])
        #expect(outcome.frames(of: "break.ended") == [24_000, 192_000])
        #expect(outcome.values("gaps", of: "latency") == ["[]", "[]"])
    }

    @Test("is a break of its own if it becomes known while a push plays that ends before it")
    func knownInPush() async throws {
        let outcome = try await Scenario(frames: 480_000)
            .push(24_000, .spot(1, frames: 96_000))
            .cue(.out(duration: .seconds(1)), at: 288_000, known: 48_000)
            .filling(.spot(0, frames: 48_000)).run()
        #expect(outcome.frames(of: "slot.started") == [24_000, 288_000])
        #expect(outcome.frames(of: "break.announced") == [24_000, 120_000])
        #expect(outcome.frames(of: "break.ended") == [120_000, 336_000])
        #expect(outcome.values("gaps", of: "latency") == ["[]", "[]"])
    }

    @Test("D9: is a break of its own if it begins two seconds after another, and else part of that")
    func following() async throws {
        let apart = try await Scenario(frames: 480_000)
            .cue(.out(duration: .seconds(1)), at: 48_000, id: "1")
            .cue(.in, at: 90_000, known: 50_000, id: "1")
            .cue(.out(duration: .seconds(1)), at: 192_000, id: "2")
            .filling(.spot(0, frames: 48_000)).run()
        #expect(apart.frames(of: "break.ended") == [90_000, 240_000])
        #expect(apart.values("gaps", of: "latency") == ["[]", "[]"])
        let joined = try await Scenario(frames: 480_000)
            .cue(.out(duration: .seconds(1)), at: 48_000, id: "1")
            .cue(.out(duration: .seconds(1)), at: 96_000, id: "2")
            .filling(.spot(0, frames: 48_000)).run()
        #expect(joined.frames(of: "slot.started") == [48_000, 96_000])
        #expect(joined.frames(of: "break.ended") == [144_000])
        #expect(joined.frames(of: "stream.resumed") == [144_000])
    }

    @Test("has no gap where the stream has programme between it and the one that it is part of")
    func programmeBetween() async throws {
        let outcome = try await Scenario(frames: 480_000)
            .cue(.out(duration: .seconds(1)), at: 48_000, id: "1")
            .cue(.out(duration: .seconds(1)), at: 144_000, id: "2")
            .filling(.spot(0, frames: 24_000)).run()
        #expect(outcome.frames(of: "slot.started") == [48_000, 72_000, 144_000, 168_000])
        #expect(outcome.frames(of: "break.started") == [48_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["96000", "192000"])
        #expect(outcome.values("gaps", of: "latency") == ["[0,0,0]"])
    }

    @Test("F1: keeps the listener's distance from live over ten breaks")
    func lag() async throws {
        var scenario = Scenario(frames: 1_200_000).filling(.spot(0, frames: 40_000))
        for number in 0..<10 {
            scenario = scenario.cue(
                .out(duration: .seconds(1)), at: 48_000 + number * 96_000, id: "\(number)")
        }
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.started").count == 10)
        #expect(Set(outcome.values("behindLive", of: "stream.resumed")).count == 1)
    }

    @Test("is left out if its carrier does not count, or nothing fills it")
    func off() async throws {
        var scenario = Scenario(frames: 192_000)
            .cue(.out(duration: .seconds(1)), at: 96_000)
        let unfilled = try await scenario.run()
        #expect(unfilled.values("reason", of: "break.dropped") == ["\"noSpots\""])
        #expect(unfilled.frames(of: "break.dropped") == [96_000])
        #expect(unfilled.sound[0..<192_000] == Sound.stream(0, count: 192_000))
        scenario.configuration.markers?.carriers = [.icy]
        let off = try await scenario.filling(.spot(0, frames: 48_000)).run()
        #expect(off.values("reason", of: "cue.ignored") == ["\"off\""])
        #expect(off.sound[0..<192_000] == Sound.stream(0, count: 192_000))
    }

    @Test(
        "is left out where the stream has nothing left that it could replace, handed over or not",
        arguments: [0, 24_000, 900_000])
    func afterEnd(distance: Int) async throws {
        let outcome = try await Scenario("live:96000", frames: 480_000)
            .cue(.out(duration: .seconds(1)), at: 48_000, id: "1")
            .cue(.out(duration: .seconds(1)), at: 96_000 + distance, id: "2")
            .filling(.spot(0, frames: 24_000)).run()
        #expect(outcome.frames(of: "slot.started") == [48_000, 72_000])
        #expect(outcome.frames(of: "session.stopped") == [96_000])
    }

    @Test("is handed over as soon as the lengths of its spots are known")
    func measured() {
        var configuration = SessionConfiguration(source: "live")
        configuration.markers?.fill = [.spot(0, frames: 24_000)]
        var session = SessionHarness(configuration)
        session.begin(1)
        session.hear(24_000)
        let cue = Cue(.out(duration: .seconds(1)), at: FrameTime(48_000), source: .icy)
        session.take(.source(generation: 1, .cue(cue)))
        #expect(!session.machine.adsAreBusy)
        session.take(.fillMeasured(index: 0, frameCount: 24_000, reason: nil))
        #expect(session.machine.adsAreBusy)
    }

    @Test("is known before it begins")
    func known() {
        var configuration = SessionConfiguration(source: "live")
        configuration.markers?.fill = [.spot(0, frames: 48_000)]
        var machine = SessionMachine(configuration)
        _ = machine.receive(.began)
        let cue = Cue(.out(duration: .seconds(30)), at: FrameTime(.seconds(60)), source: .icy)
        _ = machine.receive(.source(generation: 1, .cue(cue)))
        #expect(machine.comingBreaks(at: .zero) == [ComingBreak(in: .seconds(60), spotCount: 0)])
    }
}
