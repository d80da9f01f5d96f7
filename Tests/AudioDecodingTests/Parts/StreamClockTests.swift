import MediaTime
import Testing

@testable import AudioDecoding

@Suite("The stream clock")
struct StreamClockTests {
    @Test(
        "counts samples of any rate, and rounds up to a frame",
        arguments: [
            (44_100, 0, 0), (44_100, 1, 2), (44_100, 147, 160), (44_100, 44_100, 48_000),
            (48_000, 7, 7), (96_000, 3, 2), (8000, 1, 6),
        ])
    func counts(rate: Int, samples: Int, frames: Int) {
        var clock = StreamClock(at: FrameTime(1000))
        clock.advance(SampleCount(samples, rate: rate))
        #expect(clock.now == FrameTime(1000) + frames)
    }

    @Test("rounds nothing while the rate stays the same")
    func pieces() {
        var clock = StreamClock()
        for _ in 0..<1000 { clock.advance(SampleCount(1, rate: 44_100)) }
        #expect(clock.now == FrameTime(1089))
    }

    @Test("begins a new rate at a whole frame")
    func newRate() {
        var clock = StreamClock()
        clock.advance(SampleCount(1, rate: 44_100))
        clock.advance(SampleCount(3, rate: 48_000))
        #expect(clock.now == FrameTime(5))
    }

    @Test("continues without rounding at a multiple of the rate, and only there")
    func multiple() {
        var clock = StreamClock()
        clock.advance(SampleCount(1, rate: 22_050))
        clock.advance(SampleCount(1, rate: 44_100))
        #expect(clock.now == FrameTime(4))
        var slower = StreamClock()
        slower.advance(SampleCount(2, rate: 44_100))
        slower.advance(SampleCount(1, rate: 22_050))
        #expect(slower.now == FrameTime(6))
    }

    @Test(
        "knows how far the next sample on a whole frame is",
        arguments: [
            (44_100, 0, 0), (44_100, 1, 146), (44_100, 146, 1), (44_100, 147, 0),
            (48_000, 5, 0), (96_000, 5, 1), (96_000, 6, 0), (8000, 3, 0),
        ])
    func wholeFrame(rate: Int, samples: Int, left: Int) {
        var clock = StreamClock()
        clock.advance(SampleCount(samples, rate: rate))
        #expect(clock.samplesToWholeFrame == left)
        clock.advance(SampleCount(left, rate: rate))
        #expect(Int(clock.now.frames) * rate == (samples + left) * FrameTime.rate)
    }
}

@Suite("The length of lost sound")
struct LostSoundTests {
    @Test("is counted at each rate for itself, in order")
    func parts() {
        var lost = LostSound()
        #expect(lost.isEmpty)
        for (samples, rate) in [(100, 48_000), (50, 48_000), (10, 44_100), (7, 48_000)] {
            lost.append(SampleCount(samples, rate: rate), upTo: .seconds(1))
        }
        #expect(!lost.isEmpty)
        #expect(
            lost.parts == [
                SampleCount(150, rate: 48_000), SampleCount(10, rate: 44_100),
                SampleCount(7, rate: 48_000),
            ])
        lost.removeAll()
        #expect(lost.isEmpty)
        lost.append(SampleCount(48_000, rate: 48_000), upTo: .seconds(1))
        #expect(lost.parts == [SampleCount(48_000, rate: 48_000)])
    }

    @Test("is shortened to the limit", arguments: [1, 100])
    func limit(pieces: Int) {
        var lost = LostSound()
        for _ in 0..<pieces {
            lost.append(SampleCount(200_000 / pieces, rate: 48_000), upTo: .seconds(2))
        }
        #expect(lost.parts == [SampleCount(96_000, rate: 48_000)])
    }

    @Test("does not grow by packets without a length")
    func empty() {
        var lost = LostSound()
        lost.append(SampleCount(0, rate: 48_000), upTo: .seconds(2))
        #expect(lost.isEmpty)
    }
}
