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

    /// A session that plays.
    private static func playing() -> SessionHarness {
        var sitting = SessionHarness()
        sitting.hear(24_000)
        return sitting
    }

    @Test("is said to play again when what was received lasted that long")
    func bridged() {
        var sitting = Self.playing()
        sitting.take(Self.lost)
        sitting.take(Self.back)
        sitting.hear(48_000)
        #expect(sitting.machine.state == .playing)
        #expect(
            sitting.story == ["connecting", "buffering", "playing", "reconnecting", "playing"])
    }

    @Test("is said to buffer when it ran dry, until it is heard")
    func dry() {
        var sitting = Self.playing()
        sitting.take(Self.lost)
        sitting.hear(30_000)
        sitting.take(Self.dry)
        sitting.take(Self.back)
        #expect(sitting.machine.state == .buffering)
        sitting.take(Self.ready)
        sitting.hear(48_000)
        #expect(sitting.machine.state == .playing)
        #expect(sitting.story.suffix(3) == ["reconnecting", "buffering", "playing"])
    }

    @Test(
        "plays also if it is heard before the connection says that it is there", arguments: [0, 1])
    func readyFirst(heard frameCount: Int) {
        var sitting = Self.playing()
        sitting.take(Self.lost)
        sitting.hear(30_000)
        sitting.take(Self.dry)
        sitting.take(Self.ready)
        sitting.hear(30_000 + frameCount)
        sitting.take(Self.back)
        sitting.hear(48_000)
        #expect(sitting.machine.state == .playing)
        #expect(sitting.story.last == "playing")
        #expect(!sitting.story.dropFirst(4).contains("buffering"))
    }

    @Test("and that is held for something else, is said to be paused, not to play")
    func held() {
        var sitting = Self.playing()
        sitting.take(.sinkHeld(reason: "a call"))
        sitting.take(Self.lost)
        sitting.take(Self.back)
        #expect(sitting.machine.state == .paused)
        #expect(sitting.story.suffix(2) == ["reconnecting", "paused"])
    }

    @Test("is paused as it was before")
    func paused() {
        var sitting = Self.playing()
        sitting.command(.pause)
        sitting.hear(24_001)
        sitting.take(Self.lost)
        sitting.take(Self.back)
        sitting.hear(48_000)
        #expect(sitting.machine.state == .paused)
        #expect(sitting.story.suffix(3) == ["paused", "reconnecting", "paused"])
    }

    @Test("can be paused while it is away, and goes on where it was")
    func pausedMeanwhile() {
        var sitting = Self.playing()
        sitting.take(Self.lost)
        sitting.command(.pause)
        sitting.hear(48_000)
        #expect(sitting.machine.state == .reconnecting)
        #expect(sitting.machine.isPaused)
        sitting.command(.pause)
        #expect(sitting.refusals == ["nothing plays"])
        sitting.take(Self.back)
        #expect(sitting.machine.state == .paused)
        sitting.command(.unpause)
        sitting.hear(72_000)
        #expect(sitting.story.suffix(3) == ["paused", "paused", "playing"])
        #expect(sitting.machine.streamFrame(at: FrameTime(72_000)) == FrameTime(48_000))
    }

    @Test("buffers after a pause during which it ran dry")
    func dryAfterPause() {
        var sitting = Self.playing()
        sitting.hear(30_000)
        sitting.take(Self.dry)
        sitting.command(.pause)
        sitting.hear(36_000)
        #expect(sitting.machine.state == .paused)
        sitting.command(.unpause)
        sitting.hear(42_000)
        #expect(sitting.machine.state == .buffering)
        sitting.take(Self.ready)
        sitting.hear(48_000)
        #expect(sitting.machine.state == .playing)
        #expect(sitting.story.suffix(4) == ["buffering", "paused", "buffering", "playing"])
    }

    @Test("and a new delay leave a spot alone that is heard meanwhile")
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

    /// A session that has heard half a second, a second behind live.
    private static func playing(_ resume: SessionConfiguration.Resume) -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        configuration.resume = resume
        var sitting = SessionHarness(configuration)
        sitting.open(1)
        sitting.take(.source(generation: 1, .ready))
        sitting.hear(24_000)
        return sitting
    }

    /// The frames to which it went.
    private static func jumps(of sitting: SessionHarness) -> [FrameTime] {
        sitting.effects.compactMap { if case .jump(_, _, let frame) = $0 { frame } else { nil } }
    }

    @Test(
        "goes on as --resume says, as far behind live as before or where it was",
        arguments: [(.live, [FrameTime(264_000)]), (.continue, [])]
            as [(SessionConfiguration.Resume, [FrameTime])])
    func resume(_ resume: SessionConfiguration.Resume, jumps: [FrameTime]) {
        var sitting = Self.playing(resume)
        sitting.take(Self.gone)
        sitting.hear(24_000, edge: 200_000)
        #expect(Self.jumps(of: sitting) == [])
        sitting.take(.sinkRestored)
        sitting.hear(24_000, edge: 312_000)
        sitting.hear(24_480, edge: 312_480)
        #expect(Self.jumps(of: sitting) == jumps)
    }

    @Test("stays where it was if it is paused, or was hardly gone", arguments: [300_000, 80_000])
    func stays(edge: Int) {
        var sitting = Self.playing(.live)
        if edge == 300_000 { sitting.command(.pause) }
        sitting.take(Self.gone)
        sitting.take(.sinkRestored)
        sitting.hear(24_000, edge: edge)
        #expect(Self.jumps(of: sitting) == [])
    }
}
