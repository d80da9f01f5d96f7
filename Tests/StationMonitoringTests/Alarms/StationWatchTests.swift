import Interlude
import MediaTime
import Testing

@testable import StationMonitoring

@Suite("The alarms of a station")
struct StationWatchTests {
    @Test("silence is told once it has lasted, and taken back when there is sound again")
    func silence() throws {
        var station = SimulatedStation()
        station.pass(30)
        station.loudness = -.infinity
        station.pass(19)
        #expect(station.changes == [])
        station.pass(6)
        station.loudness = -20
        station.pass(10)
        // Three seconds after the first one that was not silent.
        #expect(station.changes == ["silence raised 50", "silence cleared 59"])
        let raised = try #require(station.notices.first?.finding)
        #expect(raised.words == "silent for 20 s" && raised.value == 20 && raised.limit == 20)
        #expect(raised.since == SimulatedStation.start + .seconds(30))
    }

    @Test("a pause that is shorter than the limit is no silence, nor is one that is made here")
    func pause() {
        var station = SimulatedStation()
        for _ in 0..<5 {
            station.loudness = -70
            station.pass(19)
            station.loudness = -54
            station.pass(1)
        }
        station.loudness = -.infinity
        station.mute = .preroll
        station.pass(60)
        #expect(station.changes == [])
    }

    @Test("a stream that does not play is down, with the reason, until it plays")
    func down() throws {
        var station = SimulatedStation()
        station.pass(10)
        station.state = .reconnecting
        station.send("session.reconnecting", ["reason": "http://u:p@a.example/: refused"])
        station.pass(16)
        station.state = .buffering
        station.pass(10)
        station.state = .playing
        station.pass(10)
        #expect(station.changes == ["down raised 26", "down cleared 40"])
        let raised = try #require(station.notices.first?.finding)
        #expect(raised.words == "not playing for 15 s: http://***@a.example/: refused")
        #expect(raised.since == SimulatedStation.start + .seconds(11))
        #expect(station.watch.figures.reconnectCount == 1)
    }

    @Test("a stream that never played is down from the start, and a failed session says why")
    func neverUp() throws {
        var station = SimulatedStation()
        station.state = .connecting
        station.pass(14)
        station.watch.take(
            .failed(SessionFailure(.unreachable, "a.example: no answer")), at: station.now)
        station.pass(1)
        #expect(station.changes == ["down raised 15"])
        #expect(
            station.notices.first?.finding.words == "not playing for 15 s: a.example: no answer")
        #expect(station.watch.figures.restartCount == 1)
    }

    @Test("a stream that is down is only down: it has no silence, and no marker is missed")
    func onlyDown() {
        var limits = AlarmLimits()
        limits.noCue = .seconds(60)
        var station = SimulatedStation(limits)
        station.pass(10)
        station.sendCue("out")
        station.loudness = -.infinity
        station.state = .lost
        station.pass(3000)
        #expect(station.changes == ["down raised 26"])
    }

    @Test("markers that stay away are told, and taken back by the next one")
    func noCue() {
        var limits = AlarmLimits()
        limits.noCue = .seconds(900)
        var station = SimulatedStation(limits)
        station.pass(100)
        station.sendCue("out", in: 10, duration: 30)
        station.pass(10)
        station.send("break.started")
        station.pass(889)
        #expect(station.changes == [])
        station.pass(21)
        station.sendCue("continue", duration: 30, as: "cue.merged")
        station.pass(10)
        #expect(station.changes == ["noCue raised 1000", "noCue cleared 1024"])
    }

    @Test("a marked break that does not begin is late, until a minute after it has begun")
    func breakLate() throws {
        var station = SimulatedStation()
        station.pass(100)
        station.sendCue("out", in: 8, duration: 30)
        station.pass(10)
        #expect(station.changes == [])
        station.pass(2)
        station.send("break.started")
        station.pass(80)
        #expect(station.changes == ["breakLate raised 111", "breakLate cleared 175"])
        #expect(
            station.notices.map(\.finding.words) == [
                "a break is due for 3.0 s", "a break began 4.0 s late",
            ])
    }

    @Test(
        "a break for which nothing comes is late until its end, also if a marker gives the end before",
        arguments: [true, false])
    func breakMissed(hasLength: Bool) {
        var station = SimulatedStation()
        station.pass(100)
        station.sendCue("out", in: 8, duration: hasLength ? 30 : nil)
        if !hasLength { station.sendCue("in", in: 38) }
        station.pass(100)
        #expect(station.changes == ["breakLate raised 111", "breakLate cleared 141"])
    }

    @Test("a break that begins at its place is not late, whether anything fills it or not")
    func breakInTime() {
        var station = SimulatedStation()
        station.pass(100)
        for event in ["break.started", "break.dropped"] {
            station.sendCue("out", in: 8, duration: 30)
            let place = JSONValue.integer((station.frame + 8 * FrameTime.rate).frames)
            station.pass(9)
            station.send(event, ["streamFrame": place, "reason": "noSpots"])
            station.pass(100)
        }
        // It was over before the stream was joined, or is taken back.
        station.sendCue("out", in: -400, duration: 30)
        station.sendCue("out", in: 8, duration: 30)
        station.sendCue("cancel", in: 8)
        station.pass(100)
        #expect(station.changes == [])
        #expect(station.watch.figures.breakCount == 1 && station.watch.figures.unfilledCount == 1)
    }

    @Test("a break whose end no marker gives is told, and taken back by its end")
    func breakWithoutEnd() {
        var station = SimulatedStation()
        station.pass(100)
        station.sendCue("out", in: 5)
        station.pass(5)
        station.send("break.started")
        station.pass(599)
        #expect(station.changes == [])
        station.pass(11)
        station.sendCue("in")
        station.pass(10)
        #expect(
            station.changes == ["breakWithoutEnd raised 705", "breakWithoutEnd cleared 719"])
    }

    @Test(
        "a break ends by a marker of its length, its end or the next break",
        arguments: ["in", "out", "continue"])
    func breakWithEnd(kind: String) {
        var station = SimulatedStation()
        station.pass(100)
        station.sendCue("out")
        station.send("break.started")
        station.pass(590)
        station.sendCue(kind, duration: kind == "in" ? nil : 30)
        station.send("break.started")
        station.pass(2000)
        #expect(station.changes == [])
    }

    @Test("a beacon that is given up is told at once, and taken back after ten minutes")
    func beaconLost() {
        var station = SimulatedStation()
        station.pass(10)
        station.send("tracking.gaveUp", ["kind": "start", "earlier": true, "reason": "old"])
        station.pass(10)
        station.send("tracking.gaveUp", ["kind": "start", "reason": "no answer"])
        station.pass(700)
        #expect(station.changes == ["beaconLost raised 21", "beaconLost cleared 623"])
        #expect(station.notices.first?.finding.words == "1 beacon given up: no answer")
        #expect(station.watch.figures.beacons == [.gaveUp: 1])
    }

    @Test("several beacons may be lost where the limit says so")
    func severalBeacons() {
        var limits = AlarmLimits()
        limits.beaconLost = 3
        var station = SimulatedStation(limits)
        for _ in 0..<3 {
            #expect(station.changes == [])
            station.send("tracking.gaveUp", ["kind": "start", "reason": "no answer"])
            station.pass(20)
        }
        #expect(station.changes.first == "beaconLost raised 41")
    }

    @Test(
        "a jump of loudness is told, and taken back once it is what is usual", arguments: [-40, 0])
    func loudnessJump(loudness: Double) throws {
        var station = SimulatedStation()
        station.pass(200)
        station.loudness = loudness
        station.pass(400)
        let notices = station.notices
        #expect(notices.map(\.finding.kind) == [.loudnessJump, .loudnessJump])
        let raised = try #require(notices.first)
        // The last 20 s are compared with what was before.
        #expect(raised.time - SimulatedStation.start <= .seconds(221))
        #expect(raised.finding.words.contains(loudness < -18 ? "quieter" : "louder"))
        let cleared = try #require(notices.last)
        #expect(cleared.change == .cleared)
        #expect(cleared.time - SimulatedStation.start <= .seconds(220 + 190))
    }

    @Test("a jump of loudness is no alarm while the stream is down, and one again once it is back")
    func loudnessOfStreamThatIsDown() {
        var station = SimulatedStation()
        station.pass(200)
        station.loudness = 0
        station.pass(10)
        station.state = .reconnecting
        station.pass(30)
        station.state = .playing
        station.pass(5)
        #expect(
            station.changes == [
                "loudnessJump raised 205", "loudnessJump cleared 214", "down raised 226",
                "loudnessJump raised 241", "down cleared 244",
            ])
    }

    @Test("why a beacon was given up is told without control characters, and in short")
    func beaconReason() {
        var station = SimulatedStation()
        station.send("tracking.gaveUp", ["reason": "a\u{1B}[2J"])
        station.pass(1)
        #expect(station.notices.map(\.finding.words) == ["1 beacon given up: a [2J"])
        station.send("tracking.gaveUp", ["reason": .string(String(repeating: "a", count: 8000))])
        let words = station.watch.findings(at: station.now).map(\.words)
        #expect(words.count == 1 && words.allSatisfy { $0.count < 600 })
    }

    @Test(
        "a clock that goes wrong is told, and taken back an hour after it goes right again",
        arguments: [1.001, 0.999])
    func drift(speed: Double) throws {
        var station = SimulatedStation()
        station.speed = speed
        station.pass(38 * 60)
        let raised = try #require(station.notices.first)
        #expect(raised.finding.kind == .drift && station.notices.count == 1)
        #expect(raised.time - SimulatedStation.start >= .seconds(33 * 60))
        #expect(raised.finding.value >= 2 && raised.finding.limit == 2)
        #expect(raised.finding.words.contains(speed > 1 ? " more audio" : " less audio"))
        station.speed = 1
        station.pass(70 * 60)
        #expect(station.notices.map(\.change) == [.raised, .cleared])
    }

    @Test("an alarm that is off is never raised")
    func off() {
        var limits = AlarmLimits()
        limits.silence = nil
        limits.breakLate = nil
        limits.breakWithoutEnd = nil
        limits.beaconLost = nil
        limits.loudnessJump = nil
        limits.down = nil
        limits.drift = nil
        var station = SimulatedStation(limits)
        station.speed = 0.99
        station.pass(200)
        station.sendCue("out", in: 2)
        station.send("tracking.gaveUp", ["kind": "start"])
        station.loudness = 0
        station.pass(1500)
        station.loudness = -.infinity
        station.pass(100)
        station.state = .lost
        station.pass(1000)
        #expect(station.changes == [])
    }

    @Test("other limits count from then on")
    func otherLimits() {
        var station = SimulatedStation()
        station.loudness = -.infinity
        station.pass(10)
        station.watch.limits.silence = .seconds(5)
        station.pass(1)
        #expect(station.changes == ["silence raised 11"])
    }
}
