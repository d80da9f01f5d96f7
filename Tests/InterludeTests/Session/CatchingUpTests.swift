import AdPlayback
import MediaTime
import Testing

@testable import Interlude

@Suite("A listener who is behind live because his stream ran dry")
struct CatchingUpTests {
    /// What becomes of the sound that was missing.
    private enum Outage: Sendable {
        /// It comes late, all of it.
        case held
        /// It never comes.
        case lost
    }

    private static let second = FrameTime.rate

    /// A session that has heard a second, then so many seconds of silence, and plays again since a
    /// moment.
    private static func sitting(
        dryFor seconds: Int, _ outage: Outage = .held,
        resume: SessionConfiguration.Resume = .live, fade: Duration = .milliseconds(8)
    ) -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        configuration.resume = resume
        configuration.fade = fade
        var sitting = SessionHarness(configuration)
        sitting.open(1)
        sitting.take(.source(generation: 1, .ready))
        sitting.hear(second)
        sitting.take(.starved(at: FrameTime(48_000), sourceFrame: FrameTime(48_000)))
        let again = (1 + seconds) * second
        sitting.hear(again, edge: edge(at: again, seconds, outage))
        sitting.take(.source(generation: 1, .ready))
        sitting.hear(again + 100, edge: edge(at: again + 100, seconds, outage))
        return sitting
    }

    /// The live edge a second ahead of one who lost nothing.
    private static func edge(at frame: Int, _ seconds: Int, _ outage: Outage) -> Int {
        frame + second - (outage == .lost ? seconds * second : 0)
    }

    private static func jumps(_ sitting: SessionHarness) -> [FrameTime] {
        sitting.effects.compactMap { if case .jump(_, _, let frame) = $0 { frame } else { nil } }
    }

    private static func catchUps(_ sitting: SessionHarness) -> [Int] {
        sitting.effects.compactMap {
            if case .catchUp(1, let count) = $0 { count } else { nil }
        }
    }

    @Test(
        "hears it a little faster if that is a few seconds, and nothing if it is less",
        arguments: [(1, []), (2, [2]), (4, [4]), (10, [10])])
    func faster(seconds: Int, expected: [Int]) {
        var sitting = Self.sitting(dryFor: seconds)
        #expect(Self.catchUps(sitting) == [])
        sitting.hear((7 + seconds) * Self.second)
        #expect(Self.catchUps(sitting) == expected.map { $0 * Self.second })
        sitting.hear((20 + seconds) * Self.second)
        #expect(Self.catchUps(sitting).count == expected.count)
        #expect(Self.jumps(sitting) == [])
    }

    @Test("goes where he was before, if it is too much for that")
    func atOnce() {
        var sitting = Self.sitting(dryFor: 12)
        sitting.hear(19 * Self.second)
        #expect(Self.catchUps(sitting) == [])
        // Seven seconds of it were heard, and twelve are left out.
        #expect(Self.jumps(sitting) == [FrameTime(19 * 48_000)])
    }

    @Test("hears both places for 50 ms as he goes there", arguments: [8, 0])
    func crossing(fade: Int) throws {
        var sitting = Self.sitting(dryFor: 12, fade: .milliseconds(fade))
        sitting.hear(19 * Self.second)
        sitting.take(.source(generation: 2, .ready))
        let timeline = try #require(sitting.timeline)
        let start = FrameTime(19 * 48_000)
        let middle = timeline.clips.filter { $0.output.contains(start + 1200) }
            .map { $0.envelope.gain(at: start + 1200) }
        #expect(middle == (fade == 0 ? [1] : [0.5, 0.5]))
        #expect(timeline.clips.filter { $0.output.contains(start + 2400) }.count == 1)
    }

    @Test("goes where he was before in a break that mutes the stream, where nobody hears it")
    func unheard() throws {
        var sitting = Self.sitting(dryFor: 4)
        sitting.command(.push([.spot(1, frames: 96_000)]))
        sitting.take(.advertisements(.spotConnected(PlayToken(1))))
        sitting.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 96_000)))
        sitting.hear(5 * Self.second + 200)
        // From the frame after the last that was heard before it.
        #expect(Self.jumps(sitting) == [FrameTime(5 * 48_000 + 101)])
        sitting.take(.source(generation: 2, .ready))
        sitting.hear(20 * Self.second)
        #expect(Self.catchUps(sitting) == [])
        #expect(sitting.frames(of: "stream.shifted").count == 1)
        let lag = try #require(sitting.machine.lag(at: sitting.machine.heard))
        #expect(abs(lag - Self.second) < 100)
    }

    @Test("stays where he is if what was missing never came, or if he wants to hear all of it")
    func stays() {
        var lost = Self.sitting(dryFor: 12, .lost)
        let frame = 19 * Self.second
        lost.hear(frame, edge: Self.edge(at: frame, 12, .lost))
        var all = Self.sitting(dryFor: 12, resume: .continue)
        all.hear(frame)
        for sitting in [lost, all] {
            #expect(Self.jumps(sitting) == [] && Self.catchUps(sitting) == [])
        }
    }

    @Test(
        "a pause is the listener's choice, whether it begins before or after the stream runs dry",
        arguments: [true, false])
    func paused(isDryFirst: Bool) {
        let starved = SessionEvent.starved(at: FrameTime(48_000), sourceFrame: FrameTime(48_000))
        let pause = SessionEvent.command(.pause)
        var sitting = SessionHarness()
        sitting.hear(Self.second)
        for event in isDryFirst ? [starved, pause] : [pause, starved] { sitting.take(event) }
        sitting.hear(15 * Self.second)
        sitting.take(.source(generation: 1, .ready))
        sitting.command(.unpause)
        sitting.hear(15 * Self.second + 100)
        sitting.hear(25 * Self.second)
        #expect(Self.jumps(sitting) == [] && Self.catchUps(sitting) == [])
    }

    @Test("hears all that he paused for, once he had caught up")
    func pausedAfterwards() {
        var sitting = Self.sitting(dryFor: 4)
        sitting.hear(11 * Self.second)
        #expect(Self.catchUps(sitting) == [4 * Self.second])
        // As the edge is once four seconds have been caught up with.
        let caughtUp = 26 * Self.second
        sitting.hear(caughtUp, edge: caughtUp - 3 * Self.second)
        sitting.command(.pause)
        sitting.hear(36 * Self.second, edge: 33 * Self.second)
        sitting.command(.unpause)
        sitting.hear(37 * Self.second, edge: 34 * Self.second)
        sitting.command(.push([.spot(1, frames: 96_000)]))
        sitting.take(.advertisements(.spotConnected(PlayToken(1))))
        sitting.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 96_000)))
        sitting.hear(38 * Self.second, edge: 35 * Self.second)
        #expect(Self.jumps(sitting) == [])
    }
}
