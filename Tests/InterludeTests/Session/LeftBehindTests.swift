import Interlude
import MediaTime
import Testing

@Suite("A listener who is further behind live than is kept")
struct LeftBehindTests {
    /// A session that goes on where it stood, of whose stream five minutes are kept, and whose
    /// listener has heard a second.
    private static func sitting() -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        configuration.resume = .continue
        var sitting = SessionHarness(configuration)
        sitting.open(1)
        sitting.take(.source(generation: 1, .ready))
        sitting.hear(48_000)
        return sitting
    }

    /// The stream frames that were jumped to.
    private static func jumps(_ sitting: SessionHarness) -> [FrameTime] {
        sitting.effects.compactMap { if case .jump(_, _, let frame) = $0 { frame } else { nil } }
    }

    @Test(
        "goes on after a pause with the oldest that is kept, and with nothing before it",
        arguments: [(299, []), (330, [33])])
    func pause(seconds: Int, expected: [Int64]) {
        var sitting = Self.sitting()
        sitting.command(.pause)
        sitting.hear(48_000 * (1 + seconds))
        sitting.command(.unpause)
        #expect(Self.jumps(sitting) == expected.map { FrameTime($0 * 48_000) })
        guard !expected.isEmpty else { return }
        #expect(sitting.records.last?.event == "session.warning")
        #expect(sitting.machine.state == .playing)
        sitting.take(.source(generation: 2, .ready))
        sitting.hear(48_000 * (2 + seconds))
        #expect(
            sitting.records.filter { $0.event == "session.playing" }.map(\.streamFrame)
                == [0, 33 * 48_000])
    }

    @Test("goes on after an outage of the output with the oldest that is kept")
    func outage() {
        var sitting = Self.sitting()
        sitting.take(.sinkLost(reason: "gone"))
        sitting.take(.sinkRestored)
        #expect(Self.jumps(sitting) == [])
        sitting.take(.heard(FrameTime(48_000), liveEdge: FrameTime(400 * 48_000)))
        #expect(Self.jumps(sitting) == [FrameTime(101 * 48_000)])
    }

    @Test("goes on with the oldest that is kept when the reader finds less than there should be")
    func reader() {
        var sitting = Self.sitting()
        let oldest = FrameTime(10 * 48_000)
        sitting.take(.source(generation: 1, .leftBehind(oldest: oldest)))
        sitting.take(.source(generation: 1, .leftBehind(oldest: oldest + 4800)))
        #expect(Self.jumps(sitting) == [oldest + 48_000])
        sitting.take(.source(generation: 2, .ready))
        sitting.hear(96_000)
        #expect(sitting.frames(of: "stream.shifted") == [48_000])
    }
}

extension EventRecord {
    fileprivate var streamFrame: Int? { json["streamFrame"].flatMap { Int($0.description) } }
}
