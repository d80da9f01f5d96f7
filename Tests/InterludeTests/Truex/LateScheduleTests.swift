import AdPlayback
import MediaTime
import Testing

@testable import Interlude

@Suite("Pods that become known late")
struct LateScheduleTests {
    private static let pods = pods(frameCount: 96_000)

    /// A pod that begins at stream frame 96 000.
    private static func pods(frameCount: Int) -> SessionEvent {
        let range = FrameRange(FrameTime(96_000), count: frameCount)
        return .truex(
            .pods([
                TruexPod(
                    id: "pod", range: range, slotType: .midroll,
                    ads: [.init(range: range, kind: .linear)])
            ]))
    }

    @Test("belong to the source of the schedule, and not to the one that replaced it")
    func replaced() {
        var session = SessionHarness()
        session.take(Self.pods)
        session.hear(24_000)
        session.command(.play(source: "other"))
        session.open(2)
        session.take(.source(generation: 2, .ready))
        #expect(!session.machine.keepsTime)
        session.take(Self.pods)
        #expect(!session.machine.keepsTime)
        session.hear(300_000)
        #expect(session.frames(of: "break.started").isEmpty)
    }

    @Test("count while the other source has no audio yet")
    func stillPlaying() {
        var session = SessionHarness()
        session.command(.play(source: "other"))
        session.take(Self.pods)
        session.hear(100_000)
        #expect(session.frames(of: "break.started") == [96_000])
    }

    @Test("lead nobody beyond the live edge who seeks into one that was heard and is longer now")
    func longer() {
        var session = SessionHarness()
        session.take(Self.pods(frameCount: 1000))
        session.hear(100_000)
        #expect(session.frames(of: "break.ended") == [97_000])
        session.take(Self.pods(frameCount: 500_000))
        session.command(.setDelay(.zero))
        let jumps = session.effects.compactMap { effect -> FrameTime? in
            if case .jump(_, _, let frame) = effect { frame } else { nil }
        }
        #expect(jumps == [FrameTime(148_000)])
    }

    @Test("are not for a listener who leaves the stream")
    func stopping() {
        var session = SessionHarness()
        session.hear(100_000)
        session.command(.stop)
        #expect(session.machine.state == .stopping)
        session.take(Self.pods)
        #expect(!session.machine.keepsTime)
        session.hear(100_100)
        #expect(session.frames(of: "break.started").isEmpty)
    }
}
