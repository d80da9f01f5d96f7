import AdCues
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// Breaks that begin by the clock of the stream.
@Suite("A19: a break at the end of an interval")
struct IntervalBreakTests {
    private let second = FrameTime.rate

    /// A session of `seconds` with a break of 1 s every 12 s, so far from others.
    private func scenario(
        _ seconds: Int, of source: String = "live", distance: Duration
    ) -> Scenario {
        var scenario = Scenario(source, frames: seconds * second)
            .filling(.spot(0, frames: second))
        scenario.configuration.markers?.interval = StreamMarkers.Interval(
            every: .seconds(12), length: .seconds(1), distance: distance)
        return scenario
    }

    @Test("begins at its frame, each time, and gives the stream back")
    func exact() async throws {
        let outcome = try await scenario(35, distance: .seconds(5)).run()
        #expect(outcome.frames(of: "slot.started") == [12, 24].map { $0 * second })
        #expect(
            outcome.values("streamFrame", of: "stream.resumed")
                == [13, 25].map { "\($0 * second)" })
        #expect(Set(outcome.values("source", of: "cue.seen")) == ["\"interval\""])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "does not begin where the stream ends, which ends the session",
        arguments: [
            // A break is known ten seconds ahead, and only a declared end is known before.
            ("live", 24, cueCount: 2), ("live", 23, cueCount: 2),
            ("declared", 24, cueCount: 1), ("declared", 23, cueCount: 1),
        ])
    func end(kind: String, seconds: Int, cueCount: Int) async throws {
        let outcome = try await scenario(
            60, of: "\(kind):\(seconds * second)", distance: .zero
        ).run()
        #expect(outcome.frames(of: "slot.started") == [12 * second])
        #expect(outcome.frames(of: "session.stopped") == [seconds * second])
        #expect(outcome.frames(of: "cue.seen").count == cueCount)
    }

    @Test("waits for its distance after a push")
    func push() async throws {
        let outcome = try await scenario(29, distance: .seconds(15))
            .push(second, .spot(1, frames: second)).run()
        #expect(outcome.frames(of: "slot.started") == [1, 17].map { $0 * second })
    }

    @Test("waits for its distance after a break that the stream marks, before it or right after it")
    func marked() async throws {
        let outcome = try await scenario(29, distance: .seconds(5))
            .cue(.out(duration: .seconds(1)), at: 9 * second, id: "a")
            .cue(.out(duration: .seconds(1)), at: 27 * second, id: "b").run()
        #expect(outcome.frames(of: "slot.started") == [9, 15, 27].map { $0 * second })
    }

    @Test("waits for the end of a push that plays when it is due")
    func inPush() async throws {
        let outcome = try await scenario(22, distance: .zero)
            .push(second, .spot(1, frames: 12 * second)).run()
        let starts = outcome.frames(of: "slot.started")
        #expect(starts.count == 2 && starts.first == second)
        #expect((13 * second...13 * second + second / 4).contains(starts.last ?? 0))
    }

    @Test("is a coming break from the beginning of its interval, unless the stream ends before it")
    func coming() {
        var markers = StreamMarkers()
        markers.interval = StreamMarkers.Interval(every: .seconds(900), length: .seconds(60))
        var breaks = MarkedBreaks(markers)
        var outbox = SessionOutbox()
        #expect(breaks.coming(from: .zero).isEmpty)
        func listen(at second: Int) {
            let place = FrameTime(.seconds(second))
            breaks.advance(
                to: ListenerMoment(place: place, heard: place, isInBreak: false), &outbox)
        }
        listen(at: 100)
        #expect(breaks.coming(from: FrameTime(.seconds(100))).map(\.frameCount) == [900 * second])
        #expect(breaks.coming(from: FrameTime(.seconds(400))).map(\.frameCount) == [600 * second])
        #expect(breaks.coming(from: FrameTime(.seconds(400))).map(\.spotCount) == [0])
        // Once it is marked, the next one is known as well.
        listen(at: 995)
        #expect(
            breaks.coming(from: FrameTime(.seconds(995))).map(\.frameCount)
                == [5 * second, 905 * second])
        let end = FrameTime(.seconds(1500))
        breaks.noteEnd(MarkedBreaks.StreamEnd(kind: .file, declared: end), &outbox)
        #expect(breaks.coming(from: FrameTime(.seconds(995))).map(\.frameCount) == [5 * second])
    }

    @Test("is filled in a stream that another one replaces, counted from its beginning")
    func changed() async throws {
        let outcome = try await scenario(39, distance: .zero)
            .at(6 * second, .play(source: "other")).run()
        #expect(outcome.frames(of: "slot.started").first.map { $0 / second } == 18)
    }
}
