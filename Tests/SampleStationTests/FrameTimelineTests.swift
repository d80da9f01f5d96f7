import SampleStation
import Testing

@Suite("Frame timeline") struct FrameTimelineTests {
    private let timeline = FrameTimeline(
        (0..<50).map { EncodedFrame(bytes: $0 * 100..<$0 * 100 + 60 + $0, sampleCount: 1152) },
        sampleRate: 44_100)

    @Test("starts a frame at its time and not a nanosecond before", arguments: 0..<200)
    func begin(frame: Int) {
        let start = timeline.start(of: frame)
        #expect(timeline.framesBegun(by: start) == frame + 1)
        #expect(timeline.framesBegun(by: start - .nanoseconds(1)) == frame)
    }

    @Test(
        "continues after a round, after a day and after a year", arguments: [1, 66_156, 24_147_000])
    func rounds(count: Int) {
        let start = timeline.roundDuration * count
        #expect(abs((timeline.start(of: count * 50) - start) / .microseconds(1)) < Double(count))
        #expect(timeline.samples(before: count * 50 + 1) == (count * 50 + 1) * 1152)
        #expect(timeline.bytes(before: count * 50) == timeline.bytes(before: 50) * count)
    }

    @Test("has the average bit rate, and nothing before its start")
    func average() {
        // 50 frames of 60 to 109 bytes in 50 x 1152 samples.
        #expect(timeline.bitRate == 4225 * 8 * 44_100 / 57_600)
        #expect(timeline.frameCount == 50 && timeline.samplesPerRound == 57_600)
        #expect(timeline.framesBegun(by: .zero) == 1)
        #expect(timeline.framesBegun(by: .nanoseconds(-1)) == 0)
        #expect(timeline.framesBegun(by: .seconds(-100)) == 0)
    }

    @Test("repeats a single frame of a single sample")
    func shortest() {
        let shortest = FrameTimeline(
            [EncodedFrame(bytes: 0..<9, sampleCount: 1)], sampleRate: 8_000)
        #expect(shortest.roundDuration == .microseconds(125))
        #expect(shortest.framesBegun(by: .microseconds(374)) == 3)
        #expect(shortest.bytes(before: 5) == 45)
    }

    @Test("gives a burst as many frames as fit", arguments: [0, 59, 60, 5000, 100_000])
    func burst(byteCount: Int) {
        let first = timeline.firstFrame(within: byteCount, before: 120)
        #expect(timeline.bytes(before: 120) - timeline.bytes(before: first) <= byteCount)
        let fits =
            first == 0 || 120 == first
            || timeline.bytes(before: 120) - timeline.bytes(before: first - 1) > byteCount
        #expect(fits)
    }
}
