import Foundation
import Interlude
import Testing

@testable import StationMonitoring

@Suite("The figures of a station")
struct StationFiguresTests {
    private static func figures(
        _ records: [(String, KeyValuePairs<String, JSONValue>)]
    ) -> StationFigures {
        var figures = StationFigures()
        for (event, fields) in records {
            figures.note(EventRecord(event, at: .zero, fields))
        }
        return figures
    }

    @Test("are zero before anything has happened")
    func begin() {
        let figures = StationFigures()
        #expect(figures.state == .idle && !figures.isPlaying)
        let counts = [
            figures.breakCount, figures.unfilledCount, figures.cueCount,
            figures.streamUnderrunCount, figures.deviceUnderrunCount, figures.reconnectCount,
            figures.restartCount,
        ]
        #expect(counts.allSatisfy { $0 == 0 })
        #expect(figures.spots.isEmpty && figures.beacons.isEmpty)
    }

    @Test("count each event once, and nothing else")
    func counts() {
        let figures = Self.figures([
            ("break.started", [:]), ("break.started", ["bumper": "opening"]),
            ("break.dropped", ["streamFrame": 1]), ("break.dropped", [:]),
            ("cue.seen", [:]), ("cue.merged", [:]), ("session.reconnecting", [:]),
            ("slot.completed", [:]), ("slot.skipped", [:]), ("slot.started", [:]),
            ("slot.completed", ["bumper": "opening"]),
            ("tracking.queued", [:]), ("tracking.gaveUp", [:]),
            ("tracking.gaveUp", ["earlier": true]),
            ("slot.completed.twice", [:]), ("other.completed", [:]),
        ])
        #expect(figures.breakCount == 1 && figures.unfilledCount == 1 && figures.cueCount == 1)
        #expect(figures.reconnectCount == 1)
        #expect(figures.spots == [.completed: 1, .skipped: 1])
        #expect(figures.beacons == [.queued: 1, .gaveUp: 1])
    }

    @Test("count the gaps of the stream, and those that the device tells, within bounds")
    func underruns() {
        let figures = Self.figures([
            ("stream.underrun", [:]), ("stream.underrun", ["count": 3]),
            ("stream.underrun", ["count": -5]),
        ])
        #expect(figures.streamUnderrunCount == 1 && figures.deviceUnderrunCount == 3)
        let many = Self.figures([("stream.underrun", ["count": .integer(.max)])])
        #expect(many.deviceUnderrunCount == Int(Int32.max))
    }

    @Test("are those of the newest status, and of the end of a session")
    func status() {
        var watch = StationWatch(at: SimulatedStation.start)
        #expect(watch.stateSince == SimulatedStation.start)
        var status = PlayerStatus(state: .playing, source: "", position: .seconds(1))
        (status.title, status.behindLive) = ("Sea Shanty", .seconds(4))
        (status.buffered, status.loudness) = (.seconds(2), -18)
        let later = SimulatedStation.start + .seconds(1)
        watch.take(status, at: later)
        #expect(watch.figures.isPlaying && watch.figures.title == "Sea Shanty")
        #expect(watch.figures.behindLive == .seconds(4) && watch.figures.buffered == .seconds(2))
        #expect(watch.figures.loudness == -18)
        #expect(watch.stateSince == later)
        let end = later + .seconds(1)
        watch.take(.asked, at: end)
        #expect(watch.figures.state == .stopped && watch.figures.restartCount == 1)
        #expect(watch.stateSince == end)
        watch.take(.failed(SessionFailure(.unreadable, "no audio")), at: end + .seconds(1))
        #expect(watch.figures.state == .failed && watch.figures.restartCount == 2)
        #expect(watch.stateSince == end)
    }

    @Test("a file comes faster than time, which is no drift")
    func file() {
        var watch = StationWatch(at: SimulatedStation.start)
        for minute in 0..<20 {
            let status = PlayerStatus(
                state: .playing, source: "", position: .seconds(600 * minute))
            watch.take(status, at: SimulatedStation.start + .seconds(60 * minute))
        }
        #expect(watch.findings(at: SimulatedStation.start + .seconds(1200)) == [])
    }

    @Test("the end of a session ends what was measured in it, and a gap in the stream its drift")
    func ends() {
        var station = SimulatedStation()
        station.pass(1)
        station.loudness = -.infinity
        station.sendCue("out", in: 5, duration: 300)
        station.pass(30)
        #expect(station.watch.findings(at: station.now).map(\.kind) == [.silence, .breakLate])
        station.watch.take(.asked, at: station.now)
        #expect(station.watch.findings(at: station.now) == [])
        var fast = SimulatedStation()
        fast.speed = 1.01
        fast.pass(9 * 60)
        fast.send("stream.discontinuity")
        fast.pass(9 * 60)
        #expect(fast.changes == [])
        fast.pass(2 * 60)
        #expect(fast.notices.map(\.finding.kind) == [.drift])
    }

    @Test("the time of a monitor is that of day, and goes on")
    func clock() {
        func now() -> Double { Date().timeIntervalSince1970 }
        let first = now()
        let clock = MonitorClock()
        let (read, again) = (clock.now, clock.now)
        let last = now()
        let seconds = Double(read.nanoseconds) / 1e9
        #expect(seconds > first - 0.001 && seconds < last + 0.001)
        #expect(again >= read)
    }
}
