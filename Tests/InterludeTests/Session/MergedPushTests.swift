import AdCues
import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// A push and the markers of a stream, at one place.
@Suite("A push for the place of a break that the stream marks")
struct MergedPushTests {
    private static let second = FrameTime.rate
    private static let begin = 4 * second

    /// A break of three seconds that one-second spots fill.
    private static func marked(
        at frame: Int = begin, seconds: Int = 3, known: Int = 0
    ) -> Scenario {
        Scenario(frames: 20 * second)
            .cue(.out(duration: .seconds(seconds)), at: frame, known: known, id: "1")
            .filling(.spot(0, frames: second))
    }

    private static func push(seconds: Int = 1, at time: Duration) -> SessionCommand {
        .pushInStream([.spot(7, frames: seconds * second)], at: .time(time))
    }

    /// Checks that there was one break, with the push before everything else.
    private static func expectOne(_ outcome: Outcome, from begin: Int) throws {
        #expect(outcome.frames(of: "break.announced").count == 1)
        #expect(outcome.frames(of: "break.started") == [begin])
        #expect(outcome.frames(of: "break.ended").count == 1)
        #expect(outcome.frames(of: "latency").count == 1)
        #expect(outcome.values("title", of: "slot.started").first == "\"spot 7\"")
        #expect(outcome.values("spot", of: "slot.started").count { $0 == "7" } == 1)
        #expect(outcome.frames(of: "slot.failed").isEmpty)
        #expect(outcome.frames(of: "break.dropped").isEmpty)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "A21: comes first in the break, whose rest is filled up to the marked end",
        arguments: [(4, 0), (4, 1), (14, 1)])
    func cueFirst(begin: Int, pushed: Int) async throws {
        let first = begin * Self.second
        let outcome = try await Self.marked(at: first)
            .at(pushed * Self.second, Self.push(at: .seconds(begin) + .milliseconds(500))).run()
        try Self.expectOne(outcome, from: first)
        #expect(
            outcome.frames(of: "slot.started")
                == [first, first + Self.second, first + 2 * Self.second])
        #expect(
            outcome.values("streamFrame", of: "stream.resumed") == ["\(first + 3 * Self.second)"])
    }

    @Test("A21: does so if the markers of SCTE-35 and of a date range become known after it")
    func pushFirst() async throws {
        let outcome = try await Self.marked(at: 201_600, known: 48_000)
            .cue(
                .out(duration: .seconds(3)), at: 206_400, known: 48_000, id: "d", source: .hls
            )
            .at(0, Self.push(at: .seconds(4))).run()
        try Self.expectOne(outcome, from: Self.begin)
        #expect(outcome.frames(of: "cue.merged").count == 1)
        #expect(outcome.frames(of: "slot.started") == [192_000, 240_000, 288_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["336000"])
    }

    @Test("A21: goes on in the break if the marker becomes known while it is heard")
    func heardFirst() async throws {
        let outcome = try await Self.marked(at: 195_000, known: 200_000)
            .at(0, Self.push(at: .seconds(4))).run()
        try Self.expectOne(outcome, from: Self.begin)
        #expect(outcome.frames(of: "slot.started") == [192_000, 240_000, 288_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["336000"])
    }

    @Test("A21: comes first if its time is inside the break, which has not begun")
    func inside() async throws {
        let outcome = try await Self.marked(seconds: 5).at(0, Self.push(at: .seconds(8))).run()
        try Self.expectOne(outcome, from: Self.begin)
        #expect(
            outcome.frames(of: "slot.started") == [192_000, 240_000, 288_000, 336_000, 384_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["432000"])
    }

    @Test("A21: follows what is heard of a break that has begun, in the same break")
    func begun() async throws {
        let outcome = try await Self.marked()
            .at(200_000, Self.push(at: .milliseconds(6_500))).run()
        #expect(outcome.frames(of: "break.started") == [Self.begin])
        #expect(outcome.frames(of: "slot.started") == [192_000, 240_000, 288_000, 336_000])
        #expect(outcome.values("title", of: "slot.started").last == "\"spot 7\"")
    }

    @Test(
        "A21: is cut at the marked end if it is longer than the break, which needs no other spot",
        arguments: [true, false])
    func longer(isFilled: Bool) async throws {
        var scenario = Self.marked()
        if !isFilled { scenario.configuration.markers?.fill = [] }
        let outcome = try await scenario.at(0, Self.push(seconds: 5, at: .seconds(4))).run()
        try Self.expectOne(outcome, from: Self.begin)
        #expect(outcome.frames(of: "slot.started") == [Self.begin])
        #expect(outcome.frames(of: "slot.skipped") == [336_000])
        #expect(outcome.values("reason", of: "slot.skipped") == ["\"breakOver\""])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["336000"])
        #expect(outcome.sound[336_384..<480_000] == Sound.stream(336_384, count: 143_616))
    }

    @Test("A21: ends with the break at the marker that ends it early")
    func early() async throws {
        let outcome = try await Self.marked(seconds: 4)
            .cue(.in, at: 300_000, known: 100_000, id: "1")
            .at(24_000, Self.push(at: .seconds(4))).run()
        #expect(outcome.frames(of: "break.started") == [Self.begin])
        #expect(outcome.frames(of: "break.changed").count == 1)
        #expect(outcome.frames(of: "slot.started") == [192_000, 240_000, 288_000])
        #expect(outcome.frames(of: "slot.skipped") == [300_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["300000"])
    }

    @Test("A21: takes place by itself if a marker takes the break back")
    func cancelled() async throws {
        let outcome = try await Self.marked().cue(.cancel, at: Self.begin, known: 48_000, id: "1")
            .at(0, Self.push(at: .milliseconds(4_500))).run()
        #expect(outcome.frames(of: "break.announced").count == 1)
        #expect(outcome.frames(of: "slot.started") == [216_000])
        #expect(outcome.values("spot", of: "slot.started") == ["7"])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["264000"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "A21: takes place by itself, and in full, if a rule leaves the break out",
        arguments: [(0, 0), (second, 0), (0, second)])
    func leftOut(pushed: Int, known: Int) async throws {
        var scenario = Self.marked(known: known)
        scenario.configuration.markers?.adRules.mostPerHour = 0
        // The command wakes the session, so that it sees the cue before the push is heard.
        let outcome = try await scenario.at(pushed, Self.push(seconds: 5, at: .seconds(4)))
            .at(2 * Self.second, .setVolume(.unity)).run()
        #expect(outcome.values("reason", of: "break.dropped") == ["\"tooSoon\""])
        #expect(outcome.frames(of: "slot.started") == [Self.begin])
        #expect(outcome.frames(of: "slot.completed") == [432_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["432000"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("A21: leaves the whole break to the other spots if it cannot be loaded")
    func broken() async throws {
        var broken = Advertisement.broken(7)
        broken.duration = .seconds(1)
        let outcome = try await Self.marked()
            .at(24_000, .pushInStream([broken], at: .time(.seconds(4)))).run()
        #expect(outcome.values("spot", of: "slot.failed") == ["7"])
        #expect(outcome.frames(of: "slot.started") == [192_000, 240_000, 288_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["336000"])
    }

    @Test("A21: leaves to the ads of servers what it does not take")
    func decided() async throws {
        var ads = [1, 2].map { Advertisement.spot($0, frames: 2 * Self.second) }
        for index in ads.indices { ads[index].duration = .seconds(2) }
        var decision = AdDecision()
        decision.spots = ads
        var scenario = Self.marked(seconds: 4).asking(MadeAdServers([decision]))
        scenario.configuration.markers?.fill = []
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        let outcome = try await scenario.at(0, Self.push(seconds: 2, at: .seconds(4))).run()
        try Self.expectOne(outcome, from: Self.begin)
        #expect(
            outcome.values("title", of: "slot.started") == ["\"spot 7\"", "\"spot 1\""])
        #expect(outcome.frames(of: "slot.started") == [Self.begin, 288_000])
        #expect(outcome.values("title", of: "slot.notUsed") == ["\"spot 2\""])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["384000"])
    }

    @Test("A21: is one coming break with it")
    func coming() {
        var breaks = MarkedBreaks(StreamMarkers())
        var outbox = SessionOutbox()
        let time = Duration.seconds(60)
        let cue = Cue(id: "1", .out(duration: .seconds(30)), at: FrameTime(time), source: .scte35)
        let start = ListenerMoment(place: .zero, heard: .zero, isInBreak: false)
        _ = breaks.placed.add([.spot(7, frames: 100)], at: .time(time), after: .zero)
        breaks.receive([cue], at: start, &outbox)
        #expect(breaks.coming(from: .zero).map(\.frameCount) == [60 * Self.second])
        #expect(breaks.coming(from: .zero).map(\.spotCount) == [1])
        #expect(breaks.placed.coming(from: .zero, end: nil).isEmpty)
    }

    @Test("A21: does not delay the request for the other ads")
    func request() {
        var markers = StreamMarkers()
        markers.adTags = ["http://ads/tag"]
        var breaks = MarkedBreaks(markers)
        var outbox = SessionOutbox()
        let time = Duration.seconds(60)
        let cue = Cue(id: "1", .out(duration: .seconds(8)), at: FrameTime(time), source: .scte35)
        let start = ListenerMoment(place: .zero, heard: .zero, isInBreak: false)
        _ = breaks.placed.add([.spot(7, frames: 100)], at: .time(time), after: .zero)
        breaks.receive([cue], at: start, &outbox)
        #expect(breaks.nextPlace(isInBreak: false) == FrameTime(.seconds(30)))
    }
}
