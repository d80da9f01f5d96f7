import Foundation
import MediaTime
import Testing

@Suite("A frame time")
struct FrameTimeTests {
    @Test(
        "is the frame nearest to a duration, and the duration is that frame's",
        arguments: [
            (Duration.zero, 0), (.seconds(1), 48_000), (.milliseconds(10), 480),
            (.seconds(-2), -96_000), (.nanoseconds(20_833), 1), (.nanoseconds(10_000), 0),
            (.seconds(86_400 * 365), 1_513_728_000_000),
        ] as [(Duration, Int64)])
    func durations(duration: Duration, frame: Int64) {
        #expect(FrameTime(duration).frames == frame)
        #expect(FrameTime(Duration.frames(Int(frame))).frames == frame)
    }

    @Test("is exact for whole milliseconds")
    func milliseconds() {
        #expect(Duration.frames(48) == .milliseconds(1))
        #expect(Duration.frames(-48) == .milliseconds(-1))
    }

    @Test(
        "is spelled out to the millisecond",
        arguments: [
            (0, "0 s"), (48_000, "1 s"), (12_000, "0.25 s"), (387_266, "8.068 s"),
            (-24_000, "-0.5 s"),
        ] as [(Int64, String)])
    func words(frame: Int64, words: String) {
        #expect(FrameTime(frame).words == words)
        #expect(Duration.frames(Int(frame)).words == words)
    }

    @Test("is before, after or equal to another")
    func order() {
        let (one, two) = (FrameTime(1), FrameTime(2))
        #expect(FrameTime.zero < one && FrameTime.zero.frames == 0)
        #expect(one < two && two > one && one <= two && two >= one)
        #expect(!(one < one) && !(one > one) && one <= one && one >= one)
        #expect(!(one > two) && !(two < one) && !(two <= one) && !(one >= two))
    }

    @Test("describes its position")
    func description() {
        #expect("\(FrameTime(7))" == "frame 7" && "\(FrameTime.distantFuture)" == "the end")
    }

    @Test("stays in the distant future whatever is added to it")
    func future() {
        #expect(FrameTime.distantFuture + 5 == .distantFuture)
        #expect(FrameTime.distantFuture - 5 == .distantFuture)
        #expect(FrameTime(5) + 3 == FrameTime(8) && FrameTime(5) - 3 == FrameTime(2))
    }

    @Test("is written as its number")
    func codable() throws {
        let text = try JSONEncoder().encode([FrameTime(-7)])
        #expect(String(decoding: text, as: UTF8.self) == "[-7]")
        #expect(try JSONDecoder().decode([FrameTime].self, from: text) == [FrameTime(-7)])
    }
}

@Suite("A frame range")
struct FrameRangeTests {
    private func range(_ start: Int64, _ end: Int64) -> FrameRange {
        FrameRange(FrameTime(start), FrameTime(end))
    }

    @Test("is counted from its start")
    func count() {
        #expect(FrameRange(FrameTime(2), count: 3) == range(2, 5))
        #expect(range(2, 5).count == 3)
        #expect(range(2, 2).isEmpty && !range(2, 3).isEmpty)
    }

    @Test("contains its start and not its end")
    func contains() {
        #expect(range(2, 4).contains(FrameTime(2)))
        #expect(!range(2, 4).contains(FrameTime(4)))
        #expect(range(4, 2).isEmpty && range(4, 2).count == 0)
    }

    @Test(
        "shares with another the frames in both",
        arguments: [
            (0, 10, 5, 15, 5), (0, 10, 10, 20, 0), (0, 10, 20, 30, 0), (0, 10, -5, 50, 10),
        ] as [(Int64, Int64, Int64, Int64, Int)])
    func intersection(one: Int64, end: Int64, other: Int64, otherEnd: Int64, count: Int) {
        #expect(range(one, end).intersection(range(other, otherEnd)).count == count)
        #expect(range(other, otherEnd).intersection(range(one, end)).count == count)
    }
}
