import Dispatch
import AudioSinks
import Interlude
import MediaTime
import Synchronization
import TestFiles
import Testing

@Suite("The levels that delegates get")
struct LevelTests {
    @Test("cover everything heard, arrive before the end, and are the same in every run")
    func levels() async throws {
        let levels = try await Self.play(frames: 480_100)
        #expect(levels.count == 101)
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0.range.end == $1.range.start })
        #expect(levels.first?.range.start == .zero)
        #expect(levels.last?.range.end == FrameTime(480_100))
        #expect(levels.contains { $0.truePeak > -30 })
        #expect(try await Self.play(frames: 480_100) == levels)
    }

    @Test("do not arrive unless they are requested")
    func unasked() async throws {
        #expect(try await Self.play(frames: 48_000, .unmeasured).isEmpty)
    }

    @Test("of the programme alone are those of each of its blocks, up to the end")
    func programme() async throws {
        let folder = try TemporaryFolder()
        let samples = [Float](repeating: 0.1, count: 2 * 480_100)
        let path = try folder.write(WAVBytes.file(samples), to: "programme.wav")
        var options = SessionOptions()
        options.levels = .programme
        let session = AudioSession(
            SessionConfiguration(source: path), output: AudioOutput(.null, clock: .virtual),
            options: options)
        let collector = Collector()
        session.addDelegate(collector)
        try session.play()
        _ = await session.ended()
        // The first block takes 400 ms, and each further one 100 ms more.
        #expect(collector.levels.count == 97)
        #expect(collector.levels.first?.range.start == FrameTime(14_400))
        #expect(collector.levels.last?.range.end == FrameTime(480_000))
    }

    @Test("may be answered with a request to the session that is ending", .timeLimit(.minutes(1)))
    func asking() async throws {
        let session = Self.session(frames: 480_100)
        let asker = Asker(session)
        session.addDelegate(asker)
        try session.play()
        _ = await session.ended()
        #expect(asker.answerCount.withLock { $0 } == 101)
    }

    private final class Asker: AudioSessionDelegate {
        private let session: AudioSession
        let answerCount = Mutex(0)

        init(_ session: AudioSession) { self.session = session }

        func onLevelMeasured(_ level: HeardLevel) {
            #expect(session.advertisements.getAdvertisement() == nil)
            answerCount.withLock { $0 += 1 }
        }
    }

    @Test(
        "may be answered with a request while the session waits for room for the last of them",
        .timeLimit(.minutes(1)))
    func askingLate() async throws {
        // Every block is full, and the rest of the audio needs another one.
        let session = Self.session(frames: HeardBlocks.capacity * HeardBlocks.frameCount + 100)
        let asker = LateAsker(session)
        session.addDelegate(asker)
        try session.play()
        // A session that waits for itself never ends. The iteration also ends at the time limit.
        for await _ in Self.end(of: session) {}
        #expect(asker.answerCount.withLock { $0 } == 1)
    }

    private static func end(of session: AudioSession) -> AsyncStream<SessionEnd> {
        AsyncStream { ends in
            Task {
                ends.yield(await session.ended())
                ends.finish()
            }
        }
    }

    /// Sends its request only when the session is about to end.
    private final class LateAsker: AudioSessionDelegate {
        private let session: AudioSession
        private let isEnding = DispatchSemaphore(value: 0)
        let answerCount = Mutex(0)

        init(_ session: AudioSession) { self.session = session }

        func onEvent(_ record: EventRecord) {
            if record.event == "session.stopped" { isEnding.signal() }
        }

        func onLevelMeasured(_ level: HeardLevel) {
            guard answerCount.withLock({ $0 }) == 0 else { return }
            isEnding.wait()
            #expect(session.advertisements.getAdvertisement() == nil)
            answerCount.withLock { $0 += 1 }
        }
    }

    private static func play(
        frames frameCount: Int, _ levels: SessionOptions.Levels = .measured
    ) async throws -> [HeardLevel] {
        let session = session(frames: frameCount, levels)
        let collector = Collector()
        session.addDelegate(collector)
        try session.play()
        _ = await session.ended()
        return collector.levels
    }

    private static func session(
        frames frameCount: Int, _ levels: SessionOptions.Levels = .measured
    ) -> AudioSession {
        var configuration = SessionConfiguration(source: "live")
        configuration.duration = .frames(frameCount)
        configuration.script = [.init(at: FrameTime(96_000), .push([.spot(1, frames: 24_000)]))]
        return AudioSession(configuration) {
            let sink = NullSink(clock: .virtual)
            var parts = SessionParts(
                sink: sink, clock: .virtual, streams: MadeStreams(sink: sink), spots: MadeSpots())
            parts.levels = levels
            return parts
        }
    }

    private final class Collector: AudioSessionDelegate {
        private let state = Mutex<[HeardLevel]>([])
        var levels: [HeardLevel] { state.withLock { $0 } }

        func onLevelMeasured(_ level: HeardLevel) {
            state.withLock { $0.append(level) }
        }
    }
}
