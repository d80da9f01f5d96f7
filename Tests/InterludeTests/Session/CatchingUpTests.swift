import AdPlayback
import MediaTime
import Testing

@testable import Interlude

@Suite("A listener who is behind live because their stream ran dry")
struct CatchingUpTests {
    /// What happens to the missing audio.
    private enum Outage: Sendable {
        /// All of it arrives late.
        case held
        /// It never arrives.
        case lost
    }

    private static let second = FrameTime.rate

    /// A session that has heard a second, then this many seconds of silence, and has just resumed.
    private static func session(
        dryFor seconds: Int, _ outage: Outage = .held,
        resume: SessionConfiguration.Resume = .live, fade: Duration = .milliseconds(8),
        policy: BreakPolicy = .mute
    ) -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        configuration.breakPolicy = policy
        configuration.resume = resume
        configuration.fade = fade
        var session = SessionHarness(configuration)
        session.open(1)
        session.take(.source(generation: 1, .ready))
        session.hear(second)
        session.take(.starved(at: FrameTime(48_000), sourceFrame: FrameTime(48_000)))
        let again = (1 + seconds) * second
        session.hear(again, edge: edge(at: again, seconds, outage))
        session.take(.source(generation: 1, .ready))
        session.hear(again + 100, edge: edge(at: again + 100, seconds, outage))
        return session
    }

    /// The live edge, a second ahead of a listener who lost nothing.
    private static func edge(at frame: Int, _ seconds: Int, _ outage: Outage) -> Int {
        frame + second - (outage == .lost ? seconds * second : 0)
    }

    private static func jumps(_ session: SessionHarness) -> [FrameTime] {
        session.effects.compactMap { if case .jump(_, _, let frame) = $0 { frame } else { nil } }
    }

    private static func catchUps(_ session: SessionHarness) -> [Int] {
        session.effects.compactMap {
            if case .catchUp(1, let count) = $0 { count } else { nil }
        }
    }

    @Test(
        "E5: catches up by faster playback after a few seconds, and not at all after less",
        arguments: [(1, []), (2, [2]), (4, [4]), (10, [10])])
    func faster(seconds: Int, expected: [Int]) {
        var session = Self.session(dryFor: seconds)
        #expect(Self.catchUps(session) == [])
        session.hear((7 + seconds) * Self.second)
        #expect(Self.catchUps(session) == expected.map { $0 * Self.second })
        session.hear((20 + seconds) * Self.second)
        #expect(Self.catchUps(session).count == expected.count)
        #expect(Self.jumps(session) == [])
    }

    @Test("E5: returns to their earlier place if the delay is too long for that")
    func atOnce() {
        var session = Self.session(dryFor: 12)
        session.hear(19 * Self.second)
        #expect(Self.catchUps(session) == [])
        // Seven seconds of it were heard, and twelve are skipped.
        #expect(Self.jumps(session) == [FrameTime(19 * 48_000)])
    }

    @Test("hears both places for 50 ms during the return", arguments: [8, 0])
    func crossing(fade: Int) throws {
        var session = Self.session(dryFor: 12, fade: .milliseconds(fade))
        session.hear(19 * Self.second)
        session.take(.source(generation: 2, .ready))
        let timeline = try #require(session.timeline)
        let start = FrameTime(19 * 48_000)
        let middle = timeline.clips.filter { $0.output.contains(start + 1200) }
            .map { $0.envelope.gain(at: start + 1200) }
        #expect(middle == (fade == 0 ? [1] : [0.5, 0.5]))
        #expect(timeline.clips.filter { $0.output.contains(start + 2400) }.count == 1)
    }

    @Test("returns to their earlier place in a break that mutes the stream, where nobody hears it")
    func unheard() throws {
        var session = Self.session(dryFor: 4)
        session.command(.push([.spot(1, frames: 96_000)]))
        session.take(.advertisements(.spotConnected(PlayToken(1))))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 96_000)))
        session.hear(5 * Self.second + 200)
        // From the frame after the last one heard before it.
        #expect(Self.jumps(session) == [FrameTime(5 * 48_000 + 101)])
        session.take(.source(generation: 2, .ready))
        session.hear(20 * Self.second)
        #expect(Self.catchUps(session) == [])
        #expect(session.frames(of: "stream.shifted").count == 1)
        let lag = try #require(session.machine.lag(at: session.machine.heard))
        #expect(abs(lag - Self.second) < 100)
    }

    /// b.6, "playback speed".
    @Test(
        "E12: hears a spot at its own speed while faster playback catches up",
        arguments: [BreakPolicy.mute, .hold, .duck])
    func spotSpeed(policy: BreakPolicy) throws {
        var session = Self.session(dryFor: 4, policy: policy)
        session.hear(11 * Self.second)
        #expect(Self.catchUps(session) == [4 * Self.second])
        // One of the four seconds has been caught up with.
        let (begin, length) = (16 * Self.second, 2 * Self.second)
        session.hear(begin, edge: begin)
        session.command(.push([.spot(1, frames: length)]))
        session.take(.advertisements(.spotConnected(PlayToken(1))))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: length)))
        session.hear(begin + 200, edge: begin + 200)
        // A stream that nobody hears jumps instead.
        let jumps = policy == .duck ? [] : [FrameTime(Int64(15 * Self.second + 1))]
        #expect(Self.jumps(session) == jumps)
        if policy != .duck { session.take(.source(generation: 2, .ready)) }
        let spot = try #require(session.timeline).clips.filter {
            if case .stream = $0.voice { false } else { true }
        }
        #expect(!spot.isEmpty)
        for clip in spot {
            #expect(clip.output.start - clip.sourceStart == begin)
        }
        #expect(spot.map(\.output.end).max() == FrameTime(Int64(begin + length)))
        session.hear(20 * Self.second, edge: 20 * Self.second)
        #expect(session.frames(of: "slot.started") == [begin])
        #expect(session.frames(of: "slot.completed") == [begin + length])
        #expect(session.frames(of: "stream.resumed") == [begin + length])
        #expect(Self.catchUps(session).count == 1)
        let lag = try #require(session.machine.lag(at: session.machine.heard))
        #expect(abs(lag - (policy == .duck ? 4 : 1) * Self.second) < 500)
    }

    @Test("stays where they are if the missing audio never came, or if they want to hear all of it")
    func stays() {
        var lost = Self.session(dryFor: 12, .lost)
        let frame = 19 * Self.second
        lost.hear(frame, edge: Self.edge(at: frame, 12, .lost))
        var all = Self.session(dryFor: 12, resume: .continue)
        all.hear(frame)
        for session in [lost, all] {
            #expect(Self.jumps(session) == [] && Self.catchUps(session) == [])
        }
    }

    @Test(
        "has paused by choice, whether that begins before or after the stream runs dry",
        arguments: [true, false])
    func paused(isDryFirst: Bool) {
        let starved = SessionEvent.starved(at: FrameTime(48_000), sourceFrame: FrameTime(48_000))
        let pause = SessionEvent.command(.pause)
        var session = SessionHarness()
        session.hear(Self.second)
        for event in isDryFirst ? [starved, pause] : [pause, starved] { session.take(event) }
        session.hear(15 * Self.second)
        session.take(.source(generation: 1, .ready))
        session.command(.unpause)
        session.hear(15 * Self.second + 100)
        session.hear(25 * Self.second)
        #expect(Self.jumps(session) == [] && Self.catchUps(session) == [])
    }

    @Test("has nothing to catch up with if they paused nearer to live than they began")
    func pausedNearLive() {
        var lag = RebufferLag()
        lag.begin(at: .zero)
        let wasDry = lag.end(at: FrameTime(1000))
        #expect(wasDry)
        lag.pause(behindBy: -500)
        #expect(lag.frameCount == 0)
    }

    @Test("hears everything after a pause that followed the catching up")
    func pausedAfterwards() {
        var session = Self.session(dryFor: 4)
        session.hear(11 * Self.second)
        #expect(Self.catchUps(session) == [4 * Self.second])
        // The edge after four seconds have been caught up with.
        let caughtUp = 26 * Self.second
        session.hear(caughtUp, edge: caughtUp - 3 * Self.second)
        session.command(.pause)
        session.hear(36 * Self.second, edge: 33 * Self.second)
        session.command(.unpause)
        session.hear(37 * Self.second, edge: 34 * Self.second)
        session.command(.push([.spot(1, frames: 96_000)]))
        session.take(.advertisements(.spotConnected(PlayToken(1))))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 96_000)))
        session.hear(38 * Self.second, edge: 35 * Self.second)
        #expect(Self.jumps(session) == [])
    }
}
