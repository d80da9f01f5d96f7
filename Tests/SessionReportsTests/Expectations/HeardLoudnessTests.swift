import Interlude
import MediaTime
import Testing

@testable import SessionReports

@Suite("The programme that a spot is compared with")
struct HeardLoudnessTests {
    /// How far a spot of 5 s at -20 LUFS is from a programme that has the loudness `programme` in
    /// each second.
    private static func deviation(
        at start: Int, in length: Int, programme: (Int) -> Double
    ) -> String? {
        var summary = SessionSummary()
        for (event, second) in [("slot.started", start), ("slot.completed", start + 5)] {
            summary.note(
                EventRecord(
                    event, at: FrameTime(.seconds(second)), ["slot": 1, "title": "tea.mp3"]))
        }
        var levels = LevelHistory()
        for tenth in 0..<length * 10 {
            let second = tenth / 10
            let isSpot = (start..<start + 5).contains(second)
            levels.add(
                HeardLevel(
                    range: FrameRange(FrameTime(Int64(tenth * 4800)), count: 4800),
                    loudness: isSpot ? -20 : programme(second), truePeak: -3))
        }
        let loudness = HeardLoudness(of: summary, played: .seconds(length), levels: levels)
        return summary.spots.first.flatMap { loudness.deviation(of: $0, from: .programme, 0.1) }
    }

    @Test("is that of the three minutes before it", arguments: [-30.0, -12.0])
    func recent(loudness: Double) {
        let inTime = Self.deviation(at: 400, in: 500) { (220..<400).contains($0) ? -20 : loudness }
        #expect(inTime == nil)
        let before = Self.deviation(at: 400, in: 500) { $0 < 220 ? -20 : loudness }
        #expect(before != nil)
    }

    @Test(
        "is all of it, if less than ten seconds were before",
        arguments: [(0, true), (5, true), (9, true), (10, false)])
    func early(start: Int, isMet: Bool) {
        // The quiet beginning does not count beside the rest.
        let words = Self.deviation(at: start, in: 60) { $0 < start ? -50 : -20 }
        #expect((words == nil) == isMet)
    }

    @Test("must be audible")
    func silent() {
        let words = Self.deviation(at: 10, in: 60) { _ in -.infinity }
        #expect(words == "-20.0 LUFS, and the programme could not be measured")
    }
}
