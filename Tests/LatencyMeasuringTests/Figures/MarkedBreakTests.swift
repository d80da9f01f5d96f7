import MediaTime
import Testing

@testable import LatencyMeasuring

@Suite("A marked break, as it was heard")
struct MarkedBreakTests {
    private static let interval = MarkedStream.breakInterval
    private static let length = MarkedStream.breakLength
    private static let spot = 0..<length

    /// The programme up to `frameCount` frames after the marker of break `number`.
    private static func before(_ number: Int = 1, _ frameCount: Int = 0) -> Heard {
        let marked = number * interval
        let start = marked + min(frameCount, 0) - 500
        return Heard().frames(start..<marked + frameCount, of: .programme)
    }

    /// The programme from `frameCount` frames after the end of break `number` on.
    private static func after(_ number: Int = 1, _ frameCount: Int = 0) -> Range<Int> {
        let end = number * interval + length
        return end + frameCount..<end + 1000
    }

    @Test(
        "tells how far the stream, the spot and the stream again are from their places",
        arguments: [
            (before().frames(spot, of: .markedSpot).frames(after(), of: .programme), 0, 0, 0),
            // A late spot that is cut at its end.
            (
                before(1, 7).frames(0..<length - 7, of: .markedSpot)
                    .frames(after(), of: .programme), 7, 0, 7
            ),
            (
                before(1, -7).frames(spot, of: .markedSpot).frames(after(1, -9), of: .programme),
                -7, -9, 0
            ),
            (before().frames(spot, of: .markedSpot).frames(after(1, 5), of: .programme), 0, 5, 0),
            (
                before().silence(3).frames(2..<500, of: .markedSpot)
                    .frames(490..<length, of: .markedSpot).noise(4)
                    .frames(after(), of: .programme), 0, 0, 3 + 2 + 10 + 4
            ),
        ])
    func places(heard: Heard, toSpot: Int, toStream: Int, gap: Int) throws {
        let found = try #require(MarkedBreak(in: heard.runs()))
        #expect(found.number == 1)
        #expect(found.marked == Self.interval)
        #expect(found.toSpot == toSpot)
        #expect(found.toStream == toStream)
        #expect(found.gap == gap)
        #expect(found.lastFrame == Self.interval + toSpot - 1)
    }

    @Test(
        "has the number of the marker that is closest to the end of the stream",
        arguments: [(1, 0), (1, 9000), (2, -9000), (2, 0), (7, 4096)])
    func number(number: Int, frameCount: Int) throws {
        let heard = Self.before(number, frameCount).frames(Self.spot, of: .markedSpot)
            .frames(Self.after(number), of: .programme)
        let found = try #require(MarkedBreak(in: heard.runs()))
        #expect(found.number == number)
        #expect(found.toSpot == frameCount)
    }

    @Test("has the time of the last frame before it, and the next break behind its end")
    func moments() throws {
        let heard = Heard().silence(100).frames(
            Self.interval - 500..<Self.interval, of: .programme
        )
        .silence(20).frames(Self.spot, of: .markedSpot).frames(Self.after(), of: .programme)
        .frames(Self.spot, of: .markedSpot)
        .frames(Self.after(2), of: .programme)
        let runs = heard.runs()
        let found = try #require(MarkedBreak(in: runs))
        // The clock of the sink began at zero.
        #expect(abs(Double(found.lastFrameHeard.nanoseconds) * 1e-9 - 599.0 / 48_000) < 1e-6)
        #expect(found.spot.first == 620)
        #expect(found.end == 620 + Self.length + 1)
        let next = try #require(MarkedBreak(in: runs.drop { $0.end < found.end }))
        #expect(next.spot.first == 620 + Self.length + 1000)
    }

    @Test("does not exist before the stream is back, or with another spot")
    func unfinished() {
        let begun = Self.before().frames(Self.spot, of: .markedSpot)
        #expect(MarkedBreak(in: begun.runs()) == nil)
        let other = Self.before().frames(0..<2400, of: .spot).frames(Self.after(), of: .programme)
        #expect(MarkedBreak(in: other.runs()) == nil)
    }
}
