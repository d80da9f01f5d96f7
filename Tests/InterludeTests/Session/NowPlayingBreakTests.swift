import AdCues
import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// A session that reads the now-playing feed of its station.
@Suite("A15: the now-playing feed of a session")
struct NowPlayingBreakTests {
    private static func harness() -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        configuration.markers?.nowPlaying = StreamMarkers.NowPlaying(
            address: "http://station/feed", every: .seconds(5))
        var spot = Advertisement.spot(0, frames: 48_000)
        spot.duration = .seconds(1)
        configuration.markers?.fill = [spot]
        var harness = SessionHarness(configuration)
        harness.begin(1)
        harness.hear(1000)
        return harness
    }

    private static func requests(_ harness: SessionHarness) -> [SessionEffect] {
        harness.effects.filter { if case .readNowPlaying = $0 { true } else { false } }
    }

    private static func warnings(_ harness: SessionHarness) -> Int {
        harness.records.count { $0.event == "session.warning" }
    }

    @Test("is read when the listener begins, and each interval after an answer")
    func times() {
        var harness = Self.harness()
        let first = SessionEffect.readNowPlaying(stream: 0, isFirst: true)
        #expect(Self.requests(harness) == [first])
        harness.hear(480_000)
        #expect(Self.requests(harness).count == 1)
        harness.take(.nowPlayingRead(stream: 0, [], reason: nil))
        harness.hear(480_001)
        #expect(
            Self.requests(harness) == [first, .readNowPlaying(stream: 0, isFirst: false)])
        harness.take(.nowPlayingRead(stream: 0, [], reason: nil))
        let next = harness.machine.nextMark
        harness.hear(Int(next.frames) - 1)
        #expect(Self.requests(harness).count == 2)
        harness.hear(Int(next.frames))
        #expect(Self.requests(harness).count == 3)
    }

    @Test("starts the breaks that it names, where they are heard")
    func breaks() {
        var harness = Self.harness()
        let cue = Cue(
            id: "1", .out(duration: .seconds(1)), at: FrameTime(96_000), source: .nowPlaying)
        harness.take(.nowPlayingRead(stream: 0, [cue], reason: nil))
        #expect(harness.records.last { $0.event == "cue.seen" } != nil)
        harness.hear(2000)
        harness.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 48_000)))
        harness.hear(200_000)
        let begin = harness.frames(of: "stream.muted").first
        #expect(begin == harness.frames(of: "slot.started").first)
        #expect(harness.records.contains { $0.event == "slot.completed" })
    }

    @Test("that cannot be read is a warning, once until it can be")
    func failing() {
        var harness = Self.harness()
        harness.take(.nowPlayingRead(stream: 0, [], reason: "404"))
        #expect(Self.warnings(harness) == 1)
        harness.hear(480_000)
        harness.take(.nowPlayingRead(stream: 0, [], reason: "404"))
        #expect(Self.warnings(harness) == 1)
        harness.hear(960_000)
        harness.take(.nowPlayingRead(stream: 0, [], reason: nil))
        harness.hear(1_440_000)
        harness.take(.nowPlayingRead(stream: 0, [], reason: "404"))
        #expect(Self.warnings(harness) == 2)
    }

    @Test("is not read for another source, and late news of the first means nothing there")
    func otherSource() {
        var harness = Self.harness()
        harness.command(.play(source: "other"))
        harness.begin(2)
        harness.hear(960_000)
        let cue = Cue(
            id: "1", .out(duration: .seconds(1)), at: FrameTime(990_000), source: .nowPlaying)
        harness.take(.nowPlayingRead(stream: 0, [cue], reason: nil))
        harness.hear(1_920_000)
        #expect(Self.requests(harness).count == 1)
        #expect(harness.records.allSatisfy { !$0.event.hasPrefix("cue.") })
    }

    @Test("is read for another connection after the station was lost")
    func reconnected() {
        var harness = Self.harness()
        harness.take(.nowPlayingRead(stream: 0, [], reason: nil))
        harness.take(.source(generation: 1, .reconnecting(reason: "lost")))
        harness.take(.source(generation: 1, .reconnected))
        harness.hear(480_000)
        #expect(Self.requests(harness).last == .readNowPlaying(stream: 0, isFirst: true))
    }
}
