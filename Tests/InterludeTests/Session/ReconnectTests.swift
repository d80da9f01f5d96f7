import AdPlayback
import MediaTime
import Testing

@testable import Interlude

@Suite("A live stream that breaks off and comes back")
struct ReconnectTests {
    private static let lost = SessionEvent.source(generation: 1, .reconnecting(reason: "gone"))
    private static let back = SessionEvent.source(generation: 1, .reconnected)
    private static let ready = SessionEvent.source(generation: 1, .ready)
    private static let dry = SessionEvent.starved(
        at: FrameTime(30_000), sourceFrame: FrameTime(30_000))

    /// A playing session.
    private static func playing() -> SessionHarness {
        var session = SessionHarness()
        session.hear(24_000)
        return session
    }

    @Test("is reported as playing again after as much time as was buffered")
    func bridged() {
        var session = Self.playing()
        session.take(Self.lost)
        session.take(Self.back)
        session.hear(48_000)
        #expect(session.machine.state == .playing)
        #expect(
            session.story == ["connecting", "buffering", "playing", "reconnecting", "playing"])
    }

    @Test("is reported as buffering when it ran dry, until it plays")
    func dry() {
        var session = Self.playing()
        session.take(Self.lost)
        session.hear(30_000)
        session.take(Self.dry)
        session.take(Self.back)
        #expect(session.machine.state == .buffering)
        session.take(Self.ready)
        session.hear(48_000)
        #expect(session.machine.state == .playing)
        #expect(session.story.suffix(3) == ["reconnecting", "buffering", "playing"])
    }

    @Test(
        "plays even if it is heard before the connection is reported", arguments: [0, 1])
    func readyFirst(heard frameCount: Int) {
        var session = Self.playing()
        session.take(Self.lost)
        session.hear(30_000)
        session.take(Self.dry)
        session.take(Self.ready)
        session.hear(30_000 + frameCount)
        session.take(Self.back)
        session.hear(48_000)
        #expect(session.machine.state == .playing)
        #expect(session.story.last == "playing")
        #expect(!session.story.dropFirst(4).contains("buffering"))
    }

    @Test("while its output is held is reported as paused, not as playing")
    func held() {
        var session = Self.playing()
        session.take(.sinkHeld(reason: "a call"))
        session.take(Self.lost)
        session.take(Self.back)
        #expect(session.machine.state == .paused)
        #expect(session.story.suffix(2) == ["reconnecting", "paused"])
    }

    @Test("F14: is paused as it was before")
    func paused() {
        var session = Self.playing()
        session.command(.pause)
        session.hear(24_001)
        session.take(Self.lost)
        session.take(Self.back)
        session.hear(48_000)
        #expect(session.machine.state == .paused)
        #expect(session.story.suffix(3) == ["paused", "reconnecting", "paused"])
    }

    @Test("F14: in a long pause is played at its new live edge once the listener goes live")
    func pausedForLong() {
        var session = Self.playing()
        session.command(.pause)
        session.hear(24_001)
        session.take(Self.lost)
        session.take(Self.back)
        let end = 600 * FrameTime.rate
        session.hear(end, edge: end)
        session.command(.goLive)
        session.take(.source(generation: 2, .ready))
        session.hear(end + 24_000, edge: end + 24_000)
        #expect(session.machine.state == .playing)
        // As far behind live as before.
        let heard = session.machine.streamFrame(at: FrameTime(Int64(end) + 24_000))
        #expect(heard.map { abs($0 - FrameTime(Int64(end) - 24_000)) < 4800 } == true)
    }

    @Test("can be paused while it is away, and resumes where it was")
    func pausedMeanwhile() {
        var session = Self.playing()
        session.take(Self.lost)
        session.command(.pause)
        session.hear(48_000)
        #expect(session.machine.state == .reconnecting)
        #expect(session.machine.isPaused)
        session.command(.pause)
        #expect(session.refusals == ["it is already paused"])
        session.take(Self.back)
        #expect(session.machine.state == .paused)
        session.command(.unpause)
        session.hear(72_000)
        #expect(session.story.suffix(3) == ["paused", "paused", "playing"])
        #expect(session.machine.streamFrame(at: FrameTime(72_000)) == FrameTime(48_000))
    }

    @Test("buffers after a pause during which it ran dry")
    func dryAfterPause() {
        var session = Self.playing()
        session.hear(30_000)
        session.take(Self.dry)
        session.command(.pause)
        session.hear(36_000)
        #expect(session.machine.state == .paused)
        session.command(.unpause)
        session.hear(42_000)
        #expect(session.machine.state == .buffering)
        session.take(Self.ready)
        session.hear(48_000)
        #expect(session.machine.state == .playing)
        #expect(session.story.suffix(4) == ["buffering", "paused", "buffering", "playing"])
    }

    @Test("and a new delay leave a spot alone that is playing meanwhile")
    func inBreak() {
        var session = Self.playing()
        session.command(.push([.spot(1, frames: 48_000)]))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 48_000)))
        let start = session.machine.heard
        session.hear(Int(start.frames) + 4800)
        session.take(.source(generation: 1, .reconnecting(reason: "lost")))
        session.take(.source(generation: 1, .reconnected))
        session.command(.setDelay(.milliseconds(500)))
        session.hear(Int(start.frames) + 48_001)
        #expect(session.frames(of: "slot.started") == [Int(start.frames)])
        #expect(session.frames(of: "slot.completed") == [Int(start.frames) + 48_000])
    }
}

@Suite("A live stream whose output was gone for a while")
struct OutputReturnTests {
    private static let gone = SessionEvent.sinkLost(reason: "gone")

    /// A session that has played for half a second, a second behind live.
    private static func playing(_ resume: SessionConfiguration.Resume) -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        configuration.resume = resume
        var session = SessionHarness(configuration)
        session.open(1)
        session.take(.source(generation: 1, .ready))
        session.hear(24_000)
        return session
    }

    /// The frames that it jumped to.
    private static func jumps(of session: SessionHarness) -> [FrameTime] {
        session.effects.compactMap { if case .jump(_, _, let frame) = $0 { frame } else { nil } }
    }

    @Test(
        "continues as --resume says, as far behind live as before or where it was",
        arguments: [(.live, [FrameTime(264_000)]), (.continue, [])]
            as [(SessionConfiguration.Resume, [FrameTime])])
    func resume(_ resume: SessionConfiguration.Resume, jumps: [FrameTime]) {
        var session = Self.playing(resume)
        session.take(Self.gone)
        session.hear(24_000, edge: 200_000)
        #expect(Self.jumps(of: session) == [])
        session.take(.sinkRestored)
        session.hear(24_000, edge: 312_000)
        session.hear(24_480, edge: 312_480)
        #expect(Self.jumps(of: session) == jumps)
    }

    @Test(
        "stays where it was if it is paused, or was gone only briefly",
        arguments: [300_000, 80_000])
    func stays(edge: Int) {
        var session = Self.playing(.live)
        if edge == 300_000 { session.command(.pause) }
        session.take(Self.gone)
        session.take(.sinkRestored)
        session.hear(24_000, edge: edge)
        #expect(Self.jumps(of: session) == [])
    }
}
