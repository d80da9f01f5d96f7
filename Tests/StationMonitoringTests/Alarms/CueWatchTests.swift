import Interlude
import MediaTime
import Testing

@testable import StationMonitoring

@Suite("The markers that a monitor follows")
struct CueWatchTests {
    /// A station that was joined a second ago, and has no alarm but those of breaks.
    private static func joined(breakLate: Duration? = .seconds(3)) -> SimulatedStation {
        var limits = AlarmLimits()
        limits.breakLate = breakLate
        var station = SimulatedStation(limits)
        station.pass(1)
        return station
    }

    @Test("a break in the first second of a stream is none of the programme, a later one is")
    func opening() {
        var first = Self.joined()
        first.watch.take(
            EventRecord(
                "cue.seen", at: first.frame,
                [
                    "kind": "out", "duration": 30,
                    "streamFrame": .integer((first.frame + FrameTime.rate - 1).frames),
                ]), at: first.now)
        first.pass(20)
        #expect(first.changes == [])
        var second = Self.joined()
        second.sendCue("out", in: 1, duration: 30)
        second.pass(20)
        #expect(second.changes == ["breakLate raised 5"])
    }

    @Test("at most 32 breaks are followed at a time")
    func most() {
        var station = Self.joined()
        for _ in 0..<32 { station.sendCue("out", in: 1000, duration: 30) }
        station.sendCue("out", in: 10, duration: 30)
        station.pass(20)
        #expect(station.changes == [])
        var other = Self.joined()
        for _ in 0..<31 { other.sendCue("out", in: 1000, duration: 30) }
        other.sendCue("out", in: 10, duration: 30)
        other.pass(20)
        #expect(other.changes == ["breakLate raised 14"])
    }

    @Test("the next break is the first in the stream, whatever the order of its markers")
    func order() {
        var station = Self.joined()
        station.sendCue("out", in: 100, duration: 30)
        station.sendCue("out", in: 10, duration: 30)
        station.pass(12)
        #expect(station.changes == [])
        station.pass(1)
        #expect(station.changes == ["breakLate raised 14"])
    }

    @Test("a break in time is not late, even if none may be late at all")
    func inTime() {
        var station = Self.joined(breakLate: .zero)
        station.sendCue("out", in: 10, duration: 30)
        station.pass(10)
        station.send("break.started")
        station.pass(10)
        #expect(station.changes == [])
        station.sendCue("out", in: 10, duration: 30)
        station.pass(11)
        #expect(station.changes == ["breakLate raised 32"])
    }

    @Test("a break that began late is told for a minute, from its limit on")
    func lateness() {
        var watch = CueWatch()
        let start = SimulatedStation.start
        watch.take(position: .seconds(100))
        func cue(at seconds: Int) -> EventRecord {
            EventRecord(
                "cue.seen", at: .zero,
                [
                    "kind": "out", "duration": .decimal(30),
                    "streamFrame": .integer(Int64(seconds * FrameTime.rate)),
                ])
        }
        watch.take(cue(at: 110), at: start)
        watch.take(position: .seconds(113))
        // It is due, which is told until it begins.
        #expect(watch.delay(limit: .seconds(4), at: start) == nil)
        #expect(watch.delay(limit: .seconds(3), at: start)?.words == "a break is due for 3.0 s")
        #expect(watch.delay(limit: .seconds(3), at: start)?.since == start - .seconds(3))
        watch.take(EventRecord("break.started", at: .zero), at: start)
        #expect(watch.delay(limit: .seconds(4), at: start) == nil)
        let last = start + .seconds(60)
        let finding = watch.delay(limit: .seconds(3), at: last - .nanoseconds(1))
        #expect(finding?.words == "a break began 3.0 s late" && finding?.since == start)
        #expect(watch.delay(limit: .seconds(3), at: last) == nil)
        // The pod of a schedule begins no marked break.
        watch.take(cue(at: 120), at: last)
        watch.take(position: .seconds(125))
        watch.take(EventRecord("break.started", at: .zero, ["pod": "a"]), at: last)
        #expect(watch.delay(limit: .seconds(3), at: last)?.words == "a break is due for 5.0 s")
        // It will not begin after its end.
        watch.take(position: .seconds(150))
        #expect(watch.delay(limit: .seconds(3), at: last) == nil)
    }

    @Test("a break that is moved by a later marker, or whose end comes early, is followed")
    func moved() {
        var station = Self.joined()
        // Its end, known before, is no later than the marker says.
        station.sendCue("out", in: 10, duration: 30)
        station.sendCue("in", in: 12)
        station.pass(60)
        #expect(station.changes == [])
        // Two are due; the newer one begins, and the other will not.
        station.sendCue("out", in: 10, duration: 300)
        station.sendCue("out", in: 11, duration: 300)
        station.pass(12)
        station.send(
            "break.dropped", ["streamFrame": .integer((station.frame - FrameTime.rate).frames)])
        station.pass(30)
        #expect(station.changes == [])
    }

    @Test("a break that a marker ends before its begin is one of those before the marker")
    func endsBefore() {
        var station = Self.joined()
        station.sendCue("out", in: 10)
        // It ends the break before, if any.
        station.sendCue("in", in: 10)
        station.pass(13)
        #expect(station.changes == ["breakLate raised 14"])
        var cancelled = Self.joined()
        cancelled.sendCue("out", in: 9)
        cancelled.sendCue("out", in: 10)
        cancelled.sendCue("cancel", in: 10)
        cancelled.pass(20)
        // The one before stays.
        #expect(cancelled.changes == ["breakLate raised 13"])
    }

    @Test("a break has no end from its beginning on, also if it began before the stream was joined")
    func missingEnd() {
        var watch = CueWatch()
        let start = SimulatedStation.start
        watch.take(position: .seconds(100))
        func send(_ kind: String, _ event: String = "cue.seen", at seconds: Int) {
            watch.take(
                EventRecord(
                    event, at: .zero,
                    [
                        "kind": .string(kind),
                        "streamFrame": .integer(Int64(seconds * FrameTime.rate)),
                    ]), at: start)
        }
        send("out", at: 110)
        #expect(watch.missingEnd(limit: .zero, at: start + .seconds(9)) == nil)
        let finding = watch.missingEnd(limit: .seconds(600), at: start + .seconds(610))
        #expect(finding?.since == start + .seconds(10) && finding?.value == 600)
        #expect(finding?.words == "a break has no end for 600 s")
        #expect(watch.missingEnd(limit: .seconds(601), at: start + .seconds(610)) == nil)
        send("cancel", at: 110)
        #expect(watch.missingEnd(limit: .zero, at: start + .seconds(9)) == nil)
        #expect(watch.missingEnd(limit: .zero, at: start + .seconds(610)) == nil)
        send("out", at: 90)
        #expect(watch.missingEnd(limit: .zero, at: start)?.since == start)
        send("in", at: 100)
        #expect(watch.missingEnd(limit: .zero, at: start) == nil)
        // Another word about an older marker begins no break.
        send("continue", "cue.merged", at: 100)
        send("out", "cue.merged", at: 100)
        #expect(watch.missingEnd(limit: .zero, at: start) == nil)
        send("continue", at: 100)
        #expect(watch.missingEnd(limit: .zero, at: start) != nil)
        watch.stop()
        #expect(watch.missingEnd(limit: .zero, at: start) == nil)
    }

    @Test("markers are missed from the last one, or since the stream plays")
    func absence() {
        var watch = CueWatch()
        let start = SimulatedStation.start
        let end = start + .seconds(60)
        #expect(watch.absence(limit: .seconds(60), playingSince: nil, at: end) == nil)
        let finding = watch.absence(limit: .seconds(60), playingSince: start, at: end)
        #expect(finding?.since == start && finding?.value == 60)
        #expect(finding?.words == "no marker for 60 s")
        #expect(watch.absence(limit: .seconds(61), playingSince: start, at: end) == nil)
        #expect(watch.absence(limit: nil, playingSince: start, at: end) == nil)
        watch.take(EventRecord("cue.seen", at: .zero), at: start + .seconds(30))
        #expect(
            watch.absence(limit: .zero, playingSince: start, at: end)?.since
                == start + .seconds(30))
        #expect(
            watch.absence(limit: .zero, playingSince: start + .seconds(40), at: end)?.since
                == start + .seconds(40))
    }
}
