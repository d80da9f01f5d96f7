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
