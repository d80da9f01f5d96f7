import AudioSinks
import Interlude
import MediaTime
import Synchronization
import Testing

@Suite("The levels that delegates get")
struct LevelTests {
    @Test("are of all that was heard, have come before the end, and are the same again")
    func levels() async throws {
        let levels = try await Self.play(frames: 480_100)
        #expect(levels.count == 101)
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0.range.end == $1.range.start })
        #expect(levels.first?.range.start == .zero)
        #expect(levels.last?.range.end == FrameTime(480_100))
        #expect(levels.contains { $0.truePeak > -30 })
        #expect(try await Self.play(frames: 480_100) == levels)
    }

    @Test("do not come unless they are asked for")
    func unasked() async throws {
        #expect(try await Self.play(frames: 48_000, .unmeasured).isEmpty)
    }

    private static func play(
        frames frameCount: Int, _ levels: SessionOptions.Levels = .measured
    ) async throws -> [HeardLevel] {
        var configuration = SessionConfiguration(source: "live")
        configuration.duration = .frames(frameCount)
        configuration.script = [.init(at: FrameTime(96_000), .push([.spot(1, frames: 24_000)]))]
        let session = AudioSession(configuration) {
            let sink = NullSink(clock: .virtual)
            var parts = SessionParts(
                sink: sink, clock: .virtual, streams: MadeStreams(sink: sink), spots: MadeSpots())
            parts.levels = levels
            return parts
        }
        let collector = Collector()
        session.addDelegate(collector)
        try session.play()
        _ = await session.ended()
        return collector.levels
    }

    private final class Collector: AudioSessionDelegate {
        private let state = Mutex<[HeardLevel]>([])
        var levels: [HeardLevel] { state.withLock { $0 } }

        func onLevelMeasured(_ level: HeardLevel) {
            state.withLock { $0.append(level) }
        }
    }
}
