import Interlude
import MediaTime
import Testing

@testable import SessionReports

@Suite("Levels of a session")
struct LevelHistoryTests {
    /// `count` tenths of seconds, the first half at one loudness, the rest at another.
    private func history(_ count: Int, _ first: Double, _ second: Double) -> LevelHistory {
        var history = LevelHistory()
        for number in 0..<count {
            let loudness = number < count / 2 ? first : second
            history.add(
                HeardLevel(
                    range: FrameRange(FrameTime(Int64(number * 4800)), count: 4800),
                    loudness: loudness, truePeak: loudness + 10))
        }
        return history
    }

    @Test("are those measured wholly in a range")
    func ranges() throws {
        let history = history(200, -20, -30)
        let half = FrameTime(480_000)
        #expect(abs(try #require(history.loudness(in: [FrameRange(.zero, half)])) + 20) < 0.011)
        let rest = FrameRange(half + 14_400, count: 480_000)
        #expect(abs(try #require(history.loudness(in: [rest])) + 30) < 0.011)
        #expect(history.truePeak(in: rest) == -20)
        #expect(history.loudness(in: [FrameRange(half, count: 4800)]) == nil)
    }

    @Test(
        "omit a place that is only partly in a range",
        arguments: [(43_200, 57_600, -10), (43_201, 57_600, -20)] as [(Int64, Int64, Double)])
    func parts(start: Int64, end: Int64, peak: Double) {
        // The first place at −20 dBTP begins with frame 48 000.
        let range = FrameRange(FrameTime(start), FrameTime(end))
        #expect(history(20, -20, -30).truePeak(in: range) == peak)
        let before = FrameRange(FrameTime(96_000 - end), FrameTime(96_000 - start))
        #expect(history(20, -30, -20).truePeak(in: before) == peak)
    }

    @Test("are unknown in silence")
    func silence() {
        let history = history(10, -.infinity, -.infinity)
        let all = FrameRange(.zero, count: 48_000)
        #expect(history.loudness(in: [all]) == nil)
        #expect(history.truePeak(in: all) == nil)
    }

    @Test("need no more memory for a day than for two hours, and stay as loud")
    func day() throws {
        let count = 24 * 36_000
        let history = history(count, -20, -30)
        #expect(history.levels.count <= LevelHistory.capacity)
        #expect(history.levels.count > LevelHistory.capacity / 2)
        let half = FrameTime(Int64(count / 2 * 4800))
        #expect(abs(try #require(history.loudness(in: [FrameRange(.zero, half)])) + 20) < 0.011)
        #expect(history.truePeak(in: FrameRange(.zero, half)) == -10)
    }

    @Test("are missing where nothing was measured")
    func gap() {
        var history = LevelHistory()
        for frame: Int64 in [0, 48_000] {
            history.add(
                HeardLevel(
                    range: FrameRange(FrameTime(frame), count: 4800), loudness: -20, truePeak: -10))
        }
        #expect(history.levels.count == 11)
        #expect(history.levels[5].loudness == nil)
    }
}
