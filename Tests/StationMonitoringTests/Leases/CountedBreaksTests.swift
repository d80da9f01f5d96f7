import Interlude
import MediaTime
import Testing

@testable import StationMonitoring

/// Sessions of one station, one after the other: each has stream times of its own, and is so far
/// behind live.
@Suite("What a session has counted, and the next one finds again")
struct CountedBreaksTests {
    private static let start = UTCTime(seconds: 1_800_000_000)

    /// A listener of the station.
    private struct Listener {
        var watch: StationWatch
        /// When stream time 0 was sent.
        let origin: UTCTime
        let delay: Duration

        /// The next process that watches the station, from `second` on.
        init(after memory: StationMemory = StationMemory(), at second: Int, behindLive delay: Int) {
            origin = CountedBreaksTests.start + .seconds(second - delay)
            self.delay = .seconds(delay)
            let now = CountedBreaksTests.start + .seconds(second)
            watch = StationWatch(at: now, memory: memory)
            watch.beginSession(at: now)
        }

        /// The frame of the stream that the station sends at `second`.
        func frame(_ second: Int) -> JSONValue {
            let time = CountedBreaksTests.start + .seconds(second) - origin
            return .integer(FrameTime(time).frames)
        }

        /// Tells an event, and returns those that are logged now.
        @discardableResult
        mutating func send(
            _ event: String, at second: Int, _ fields: KeyValuePairs<String, JSONValue> = [:]
        ) -> [EventRecord] {
            watch.take(
                EventRecord(event, at: .zero, fields),
                at: CountedBreaksTests.start + .seconds(second))
        }

        @discardableResult
        mutating func play(at second: Int) -> [EventRecord] {
            send(
                "session.playing", at: second,
                [
                    "streamFrame": .integer(frame(second).number - Int64(delay.frameCount)),
                    "behindLive": .decimal(delay.inSeconds),
                ])
        }

        /// A marker of a break that the station sends from `begin` on.
        @discardableResult
        mutating func mark(
            _ begin: Int, _ kind: String = "out", at second: Int, id: String? = nil,
            length: Int? = 30
        ) -> [EventRecord] {
            var record = EventRecord(
                "cue.seen", at: .zero,
                ["kind": .string(kind), "source": "hls", "streamFrame": frame(begin)])
            if let length { record.fields.append(JSONMember("duration", .decimal(Double(length)))) }
            if let id { record.fields.append(JSONMember("id", .string(id))) }
            return watch.take(record, at: CountedBreaksTests.start + .seconds(second))
        }

        @discardableResult
        mutating func leaveEmpty(_ begin: Int, at second: Int) -> [EventRecord] {
            send(
                "break.dropped", at: second,
                ["spots": 0, "reason": "noSpots", "streamFrame": frame(begin)])
        }

        var counts: [Int] {
            [watch.figures.cueCount, watch.figures.unfilledCount, watch.figures.breakCount]
        }

        /// What the next process gets.
        var memory: StationMemory {
            var memory = StationMemory()
            (memory.figures, memory.breaks) = watch.counts
            return memory
        }
    }

    /// A listener that has counted a break from second 100 to 130.
    private func first(id: String? = nil) -> Listener {
        var first = Listener(at: 0, behindLive: 12)
        first.play(at: 1)
        first.mark(100, at: 100, id: id)
        first.leaveEmpty(100, at: 112)
        return first
    }

    @Test(
        "is not counted again, however far behind live the next one is",
        arguments: [2, 4, 12, 30], [nil, "break 7"])
    func again(_ delay: Int, _ id: String?) {
        var next = Listener(after: first(id: id).memory, at: 115, behindLive: delay)
        // It is not known yet which break this is.
        #expect(next.mark(100, at: 115, id: id) == [])
        #expect(next.counts == [1, 1, 0])
        let told = next.play(at: 116)
        #expect(told.map(\.event) == ["cue.seen", "session.playing"])
        #expect(told.map(\.isEarlier) == [true, false])
        #expect(next.leaveEmpty(100, at: 118).map(\.isEarlier) == [true])
        #expect(next.counts == [1, 1, 0])
        // The next break is counted.
        #expect(next.mark(160, at: 160, id: id.map { $0 + "1" }).map(\.isEarlier) == [false])
        #expect(next.leaveEmpty(160, at: 172).map(\.isEarlier) == [false])
        #expect(next.counts == [2, 2, 0])
    }

    @Test("is the same where the next one joins inside it, and sees it begin there")
    func inside() {
        var next = Listener(after: first().memory, at: 125, behindLive: 4)
        next.mark(121, at: 125)
        next.play(at: 126)
        next.leaveEmpty(121, at: 126)
        #expect(next.counts == [1, 1, 0])
        // Later in the stream, it is another one.
        next.mark(140, at: 140)
        next.leaveEmpty(140, at: 144)
        #expect(next.counts == [2, 2, 0])
    }

    @Test("is counted for the part that was not counted before")
    func parts() {
        var first = Listener(at: 0, behindLive: 12)
        first.play(at: 1)
        // It is announced, and its listener ends before it begins.
        first.mark(100, at: 95)
        var next = Listener(after: first.memory, at: 97, behindLive: 12)
        next.mark(100, at: 97)
        next.play(at: 98)
        #expect(next.counts == [1, 0, 0])
        #expect(next.leaveEmpty(100, at: 112).map(\.isEarlier) == [false])
        #expect(next.counts == [1, 1, 0])
        #expect(next.mark(130, "in", at: 130, length: nil).map(\.isEarlier) == [false])
        var last = Listener(after: next.memory, at: 131, behindLive: 12)
        last.play(at: 132)
        #expect(last.mark(130, "in", at: 133, length: nil).map(\.isEarlier) == [true])
        #expect(last.counts == [2, 1, 0])
        // Its end is known.
        last.mark(141, at: 141)
        #expect(last.counts == [3, 1, 0])
    }

    @Test("with spots is known by the time at which it is heard")
    func spots() {
        var first = Listener(at: 0, behindLive: 12)
        first.play(at: 1)
        first.mark(100, at: 100)
        first.send("break.started", at: 112, ["break": 1, "spots": 1])
        var next = Listener(after: first.memory, at: 115, behindLive: 10)
        next.mark(105, "continue", at: 115)
        next.play(at: 116)
        #expect(
            next.send("break.started", at: 125, ["break": 1, "spots": 1]).map(\.isEarlier)
                == [true])
        #expect(next.counts == [1, 0, 1])
        next.send("break.started", at: 172, ["break": 2, "spots": 1])
        // That of a schedule's pod is none that the stream marks.
        next.send("break.started", at: 173, ["break": 3, "pod": "a"])
        #expect(next.counts == [1, 0, 3])
    }

    @Test("is another one with another name, or long before")
    func others() {
        var next = Listener(after: first(id: "7").memory, at: 115, behindLive: 12)
        next.play(at: 116)
        next.mark(104, at: 116, id: "8")
        #expect(next.counts == [2, 1, 0])
        var late = Listener(after: first(id: "7").memory, at: 900, behindLive: 12)
        // Nothing is remembered that may be found again, so nothing waits.
        #expect(late.mark(890, at: 900, id: "7").map(\.isEarlier) == [false])
        #expect(late.counts == [2, 1, 0])
    }

    @Test("waits no longer than until the session is interrupted or ends")
    func interrupted() {
        var next = Listener(after: first().memory, at: 115, behindLive: 12)
        next.send("session.connecting", at: 115)
        #expect(
            next.send("session.reconnecting", at: 116).map(\.event)
                == ["session.connecting", "session.reconnecting"])
        next.send("session.connecting", at: 117)
        let told = next.watch.take(.asked, at: Self.start + .seconds(118))
        #expect(told.map(\.event) == ["session.connecting"])
        #expect(next.watch.take(.asked, at: Self.start + .seconds(118)) == [])
    }

    @Test("waits as at most 64 events")
    func crowd() {
        var next = Listener(after: first().memory, at: 115, behindLive: 12)
        for _ in 1..<64 { #expect(next.send("stream.title", at: 115) == []) }
        #expect(next.send("stream.title", at: 115).count == 64)
    }

    @Test("does not delay the events of the first session of a station")
    func undelayed() {
        var first = Listener(at: 0, behindLive: 12)
        #expect(first.mark(100, at: 0).count == 1)
        #expect(first.counts == [1, 0, 0])
    }
}

extension JSONValue {
    fileprivate var number: Int64 {
        guard case .integer(let number) = self else { return 0 }
        return number
    }
}
