import Interlude
import MediaTime
import Testing

@Suite("A listener who is further behind live than the audio that is kept")
struct LeftBehindTests {
    /// A session that resumes where it paused. Five minutes of its stream are kept, and its
    /// listener has heard a second.
    private static func session() -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        configuration.resume = .continue
        var session = SessionHarness(configuration)
        session.open(1)
        session.take(.source(generation: 1, .ready))
        session.hear(48_000)
        return session
    }

    /// The stream frames of the jumps.
    private static func jumps(_ session: SessionHarness) -> [FrameTime] {
        session.effects.compactMap { if case .jump(_, _, let frame) = $0 { frame } else { nil } }
    }

    @Test(
        "E4: continues after a pause at the oldest frame that is kept, and nothing before it",
        arguments: [(299, []), (330, [33])])
    func pause(seconds: Int, expected: [Int64]) {
        var session = Self.session()
        session.command(.pause)
        session.hear(48_000 * (1 + seconds))
        session.command(.unpause)
        #expect(Self.jumps(session) == expected.map { FrameTime($0 * 48_000) })
        guard !expected.isEmpty else { return }
        #expect(session.records.last?.event == "session.warning")
        #expect(session.machine.state == .playing)
        session.take(.source(generation: 2, .ready))
        session.hear(48_000 * (2 + seconds))
        #expect(
            session.records.filter { $0.event == "session.playing" }.map(\.streamFrame)
                == [0, 33 * 48_000])
    }

    @Test("continues after an outage of the output at the oldest frame that is kept")
    func outage() {
        var session = Self.session()
        session.take(.sinkLost(reason: "gone"))
        session.take(.sinkRestored)
        #expect(Self.jumps(session) == [])
        session.take(.heard(FrameTime(48_000), liveEdge: FrameTime(400 * 48_000)))
        #expect(Self.jumps(session) == [FrameTime(101 * 48_000)])
    }

    @Test("continues at the oldest frame that is kept if the reader finds less than expected")
    func reader() {
        var session = Self.session()
        let oldest = FrameTime(10 * 48_000)
        session.take(.source(generation: 1, .leftBehind(oldest: oldest)))
        session.take(.source(generation: 1, .leftBehind(oldest: oldest + 4800)))
        #expect(Self.jumps(session) == [oldest + 48_000])
        session.take(.source(generation: 2, .ready))
        session.hear(96_000)
        #expect(session.frames(of: "stream.shifted") == [48_000])
    }
}

extension EventRecord {
    fileprivate var streamFrame: Int? { json["streamFrame"].flatMap { Int($0.description) } }
}
