import Interlude
import MediaTime
import Testing

@testable import StationMonitoring

@Suite("A quiet day")
struct QuietDayTests {
    @Test(
        "raises no alarm: pieces of different loudness, pauses, breaks with their beacons, segments that come late, and a short loss"
    )
    func day() {
        var limits = AlarmLimits()
        limits.noCue = .seconds(1800)
        var station = SimulatedStation(limits)
        // Pieces of three minutes, louder and quieter by a few LU.
        let pieces = [-18.0, -15, -20, -17, -22]
        for quarter in 0..<96 {
            for second in 0..<900 {
                let piece = pieces[(quarter * 5 + second / 180) % pieces.count]
                // A pause between two pieces, and the beat within one.
                station.loudness = second % 180 < 3 ? -.infinity : piece + Double(second % 3)
                // Segments of seven seconds, some of them late.
                station.lateness = Double(second % 7) + (second % 60 == 30 ? 0.8 : 0)
                playBreak(at: second, of: &station)
                // One connection a day is lost for a moment.
                station.state =
                    quarter == 40 && (700..<708).contains(second)
                    ? .reconnecting : .playing
                station.pass(1)
            }
        }
        #expect(station.elapsed == 86_400)
        #expect(station.changes == [])
        #expect(station.watch.figures.breakCount == 96)
        #expect(station.watch.figures.spots == [.completed: 192])
    }

    /// A break of a minute in each quarter of an hour, marked ten seconds ahead.
    private func playBreak(at second: Int, of station: inout SimulatedStation) {
        switch second {
        case 300: station.sendCue("out", in: 10, duration: 60)
        case 310: station.send("break.started", ["spots": 2])
        case 340, 369:
            station.send("slot.completed")
            station.send("tracking.queued", ["kind": "complete"])
            station.send("tracking.confirmed", ["kind": "complete", "status": 200])
        case 370:
            station.sendCue("in")
            station.send("break.ended", ["played": 2])
        default: break
        }
    }
}
