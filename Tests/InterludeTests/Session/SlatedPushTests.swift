import AdCues
import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// Pushes for places in breaks that the stream marks, whose rest a slate fills.
@Suite("A21, E15: a push in a break with a slate")
struct SlatedPushTests {
    private static let second = FrameTime.rate

    /// A break from second 4 on, of `seconds`, with a slate of two seconds.
    private static func marked(seconds: Int) -> Scenario {
        var scenario = Scenario(frames: 20 * second)
            .cue(.out(duration: .seconds(seconds)), at: 4 * second, id: "1")
        scenario.configuration.slate = .spot(0, frames: 2 * second, level: 0.25)
        return scenario
    }

    private static func push(at time: Duration) -> SessionCommand {
        .pushInStream([.spot(7, frames: second)], at: .time(time))
    }

    /// Checks that there was one break, whose spots begin at these seconds.
    private static func expectOne(
        _ outcome: Outcome, _ starts: [Int], slateFrom: Int, resumed: Int
    ) throws {
        #expect(outcome.frames(of: "break.announced").count == 1)
        #expect(outcome.frames(of: "break.started") == [4 * second])
        #expect(outcome.frames(of: "break.ended").count == 1)
        #expect(outcome.frames(of: "break.dropped").isEmpty)
        #expect(outcome.frames(of: "slot.failed").isEmpty)
        #expect(outcome.frames(of: "slot.started") == starts.map { $0 * second })
        let bumpers = outcome.values("bumper", of: "slot.started")
        #expect(bumpers == starts.map { $0 == slateFrom ? "\"slate\"" : "none" })
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(resumed * second)"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "comes before its ads, and the slate after them, up to the marked end",
        arguments: [0, second])
    func filled(pushed: Int) async throws {
        let outcome = try await Self.marked(seconds: 6).filling(.spot(0, frames: 4 * Self.second))
            .at(pushed, Self.push(at: .seconds(4))).run()
        try Self.expectOne(outcome, [4, 5, 9], slateFrom: 9, resumed: 10)
        #expect(outcome.values("spot", of: "slot.started").first == "7")
    }

    @Test("is followed by the slate if the break has no ad", arguments: [0, second])
    func unfilled(pushed: Int) async throws {
        let outcome = try await Self.marked(seconds: 3)
            .at(pushed, Self.push(at: .seconds(4))).run()
        try Self.expectOne(outcome, [4, 5], slateFrom: 5, resumed: 7)
    }

    @Test("that comes while the slate is heard cuts it at its place, and another one follows")
    func arrives() async throws {
        let outcome = try await Self.marked(seconds: 10)
            .at(5 * Self.second, Self.push(at: .seconds(8))).run()
        #expect(outcome.frames(of: "slot.started") == [4, 8, 9].map { $0 * Self.second })
        #expect(
            outcome.values("bumper", of: "slot.started") == ["\"slate\"", "none", "\"slate\""])
        #expect(outcome.frames(of: "slot.completed") == [8, 9, 14].map { $0 * Self.second })
        #expect(outcome.frames(of: "break.ended") == [14 * Self.second])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(14 * Self.second)"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("takes place by itself, without the slate, if a marker takes the break back")
    func cancelled() async throws {
        let outcome = try await Self.marked(seconds: 3)
            .cue(.cancel, at: 4 * Self.second, known: 48_000, id: "1")
            .at(0, Self.push(at: .milliseconds(4_500))).run()
        #expect(outcome.frames(of: "slot.started") == [216_000])
        #expect(outcome.values("spot", of: "slot.started") == ["7"])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["264000"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is followed by the slate up to the marker that ends the break early")
    func early() async throws {
        let outcome = try await Self.marked(seconds: 6)
            .cue(.in, at: 300_000, known: 200_000, id: "1")
            .at(0, Self.push(at: .seconds(4))).run()
        #expect(outcome.frames(of: "slot.started") == [192_000, 240_000])
        #expect(outcome.frames(of: "slot.completed") == [240_000, 300_000])
        #expect(outcome.frames(of: "break.ended") == [300_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["300000"])
    }

    /// What is handed over of a push at second 20 and of a slated break there of four seconds.
    private func handedOver(
        paidUntil: Int64? = nil, change: (inout StreamMarkers) -> Void = { _ in }
    ) -> (pushes: [BreakWindow], breaks: [BreakWindow]) {
        var markers = StreamMarkers()
        change(&markers)
        var breaks = MarkedBreaks(markers, hasSlate: true)
        var outbox = SessionOutbox()
        let time = Duration.seconds(20)
        var spot = Advertisement.spot(7, frames: Self.second)
        spot.duration = .seconds(1)
        _ = breaks.placed.add([spot], at: .time(time), after: .zero)
        let cue = Cue(id: "1", .out(duration: .seconds(4)), at: FrameTime(time), source: .scte35)
        let moments = ([0, 12, 19] as [Int64]).map { second in
            let place = FrameTime(.seconds(second))
            return ListenerMoment(
                place: place, heard: place, isInBreak: false,
                paidUntil: paidUntil.map { FrameTime(.seconds($0)) })
        }
        breaks.receive([cue], at: moments[0], &outbox)
        for moment in moments { breaks.advance(to: moment, &outbox) }
        var (pushes, marked): ([BreakWindow], [BreakWindow]) = ([], [])
        for entry in outbox.takeEntries() {
            switch entry {
            case .signal(.pushReached(let window, _)): pushes.append(window)
            case .signal(.breakMarked(let window, _)): marked.append(window)
            case .effect, .signal: break
            }
        }
        return (pushes, marked)
    }

    @Test("leaves the slate to the break of which it is a part")
    func slateOfBreak() {
        let handedOver = handedOver()
        #expect(handedOver.pushes.map(\.hasSlate) == [false])
        #expect(handedOver.pushes.map(\.partOf) == handedOver.breaks.map(\.number))
        #expect(handedOver.breaks.map(\.hasSlate) == [true])
    }

    @Test("G10, B26: is heard by itself where a credit or a rule leaves the break out")
    func leftOut() {
        for handedOver in [
            handedOver(paidUntil: 60), handedOver { $0.adRules.mostPerHour = 0 },
        ] {
            #expect(handedOver.pushes.map(\.hasSlate) == [false])
            #expect(handedOver.pushes.map(\.partOf) == [nil])
            #expect(handedOver.pushes.map(\.joint) == [.pushed])
            #expect(handedOver.breaks.isEmpty)
        }
    }
}
