import MediaTime
import Testing

@testable import Interlude

@Suite("The buffer required after a stream ran dry")
struct RebufferRuleTests {
    /// The required buffer when the stream runs dry after each of these seconds of playing.
    private static func thresholds(
        after pauses: [Int], start: Duration = .milliseconds(120)
    ) -> [Duration] {
        var configuration = SessionConfiguration(source: "live")
        configuration.startThreshold = start
        var rule = RebufferRule(configuration)
        var frame = FrameTime.zero
        return pauses.map { seconds in
            frame = frame + seconds * FrameTime.rate
            return rule.noteUnderrun(at: frame)
        }
    }

    @Test("is a second, and half as much more each time it runs dry within five minutes")
    func growing() {
        #expect(
            Self.thresholds(after: [10, 10, 299, 299]) == [
                .seconds(1), .milliseconds(1500), .milliseconds(2250), .milliseconds(3375),
            ])
    }

    @Test("is twice the stream's initial buffer, if that is more")
    func twice() {
        #expect(Self.thresholds(after: [10], start: .seconds(2)) == [.seconds(4)])
    }

    @Test("is 8 seconds at most")
    func most() {
        #expect(Self.thresholds(after: Array(repeating: 5, count: 12)).last == .seconds(8))
    }

    @Test("stays after five minutes, and shrinks with every ten without a fault")
    func shrinking() {
        let bad = [1, 1, 1]
        #expect(Self.thresholds(after: bad + [400]).last == .milliseconds(2250))
        #expect(Self.thresholds(after: bad + [601]).last == .milliseconds(1500))
        #expect(Self.thresholds(after: bad + [1300]).last == .seconds(1))
        #expect(Self.thresholds(after: bad + [9000]).last == .seconds(1))
    }
}
