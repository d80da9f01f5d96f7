import AudioEncoding
import AudioSinks
import Interlude
import MediaTime
import TestServers
import TestSignals
import Testing

@Suite("A remote listener of a session", .timeLimit(.minutes(1)))
struct ListenerTests {
    /// A session of a live stream in real time, faster by a factor.
    private static func session(speed: Double) -> AudioSession {
        LiveMixTests.session(SessionConfiguration(source: "live"), clock: .real) {
            NullSink(clock: .real(speed: speed))
        }
    }

    @Test("is dropped if they take nothing, and the others continue")
    func stuck() async throws {
        // At a higher speed, a busy machine drops listeners that take all as well.
        let session = Self.session(speed: 3)
        let (drops, dropped) = AsyncStream.makeStream(of: Void.self)
        let stuck = try session.listen(as: .mp3) { dropped.yield() }
        let other = try session.listen(as: .mp3)
        try session.play()
        let listening = Task {
            var count = 0
            for await _ in other { count += 1 }
            return count
        }
        var drop = drops.makeAsyncIterator()
        await drop.next()
        #expect(await stuck.bytes().isEmpty)
        var figures = session.listening
        #expect(figures.listenerCount == 1)
        #expect(figures.droppedListenerCount == 1)
        let third = try session.listen(as: .mp3)
        var pieces = third.makeAsyncIterator()
        for _ in 0..<5 { #expect(await pieces.next() != nil) }
        _ = await session.send(.stop)
        #expect(await listening.value > 100)
        _ = await session.ended()
        figures = session.listening
        #expect(figures.startedEncoderCount == 1)
    }

    @Test("starts the encoder if they are the first, and ends it if they are the last")
    func encoders() async throws {
        let session = Self.session(speed: 5)
        try session.play()
        #expect(session.listening.startedEncoderCount == 0)
        for number in 1...3 {
            let stream = try session.listen(as: .oggOpus)
            var pieces = stream.makeAsyncIterator()
            let first = await pieces.next()
            #expect(first?.starts(with: "OggS".utf8) == true)
            let figures = session.listening
            #expect(figures.startedEncoderCount == number)
            #expect(figures.endedEncoderCount == number - 1)
            #expect(figures.listenerCount == 1)
            stream.leave()
            #expect(await pieces.next() == nil)
            #expect(session.listening.listenerCount == 0)
        }
        _ = await session.send(.stop)
        _ = await session.ended()
    }

    @Test("hears silence while nothing plays, so that their player goes on")
    func paused() async throws {
        let session = LiveMixTests.session(SessionConfiguration(source: "live"), clock: .real) {
            HandSink()
        }
        let stream = try session.listen(as: .oggOpus)
        try session.play()
        var pieces = stream.makeAsyncIterator()
        var bytes: [UInt8] = []
        for _ in 0..<8 { bytes += await pieces.next() ?? [] }
        stream.leave()
        let decoded = try FFmpegDecoding(of: bytes, as: "ogg")
        #expect(decoded.complaints == "")
        #expect(decoded.frameCount == 8 * 4800 - 312)
        #expect(decoded.samples.allSatisfy { abs($0) < 0.0001 })
        _ = await session.send(.stop)
        _ = await session.ended()
    }

    @Test("gets the end of the session, and cannot join afterwards")
    func over() async throws {
        let session = LiveMixTests.session(SessionConfiguration(source: "file:48000")) {
            NullSink(clock: .virtual)
        }
        let stream = try session.listen(as: .mp3)
        try session.play()
        #expect(!(await stream.bytes()).isEmpty)
        #expect(throws: ListenFailure.sessionIsOver) { try session.listen(as: .mp3) }
    }

    @Test("gets nothing of a session whose output cannot be opened")
    func failed() async throws {
        var options = SessionOptions()
        options.liveMix = .offered
        let session = AudioSession(SessionConfiguration(source: "live"), options: options) {
            throw SessionFailure(.output, "there is no output")
        }
        let stream = try session.listen(as: .oggOpus)
        #expect(throws: SessionFailure.self) { try session.play() }
        #expect(await stream.bytes().isEmpty)
    }

    @Test("cannot join if the session does not offer it")
    func withheld() {
        let session = AudioSession(SessionConfiguration(source: "live"))
        #expect(throws: ListenFailure.notOffered) { try session.listen(as: .oggOpus) }
    }

    @Test("is removed when their task is cancelled, or their stream is released")
    func cancelled() async throws {
        let session = Self.session(speed: 1)
        let listening = Task { [stream = try session.listen(as: .oggOpus)] in
            await stream.bytes()
        }
        #expect(session.listening.listenerCount == 1)
        listening.cancel()
        #expect(await listening.value.isEmpty)
        #expect(session.listening.listenerCount == 0)
        do {
            let stream = try session.listen(as: .mp3)
            #expect(session.listening.listenerCount == 1)
            withExtendedLifetime(stream) {}
        }
        #expect(session.listening.listenerCount == 0)
    }
}
