import AudioEncoding
import AudioSinks
import Interlude
import MediaTime
import TestSignals
import Testing

@Suite("The audio that others get of a session", .timeLimit(.minutes(1)))
struct LiveMixTests {
    @Test("is what plays at the output, frame by frame, including the spot")
    func whole() async throws {
        let airing = try Airing()
        let opus = try airing.session.listen(as: .oggOpus)
        let mp3 = try airing.session.listen(as: .mp3)
        try airing.session.play()
        let heard = try await airing.heard()
        let first = try await opus.decoded()
        #expect(first.complaints == "")
        #expect(first.frameCount == heard.count / 2)
        #expect(first.frameCount >= Airing.frameCount)
        let likeness = Likeness(of: first.samples, to: heard)
        #expect(likeness.correlation > 0.99)
        #expect(abs(likeness.level) < 0.5)
        let spot = 2 * Airing.spot.lowerBound..<2 * Airing.spot.upperBound
        #expect(Likeness(of: first.samples[spot], to: heard[spot]).correlation > 0.99)

        let second = try await mp3.decoded()
        #expect(second.complaints == "")
        // The delay of the encoder's and the decoder's filters.
        let delay = 1105
        #expect(
            (heard.count / 2 + delay..<heard.count / 2 + delay + 2304).contains(second.frameCount))
        #expect(
            Likeness(of: second.samples.dropFirst(2 * delay), to: heard).correlation > 0.99)
    }

    @Test("can be joined in the middle, and is the rest of the output")
    func joined() async throws {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        // Virtual time stands still where the spot is due, until it is loaded.
        let airing = try Airing(loadingItsSpotAfter: gate)
        // Somebody listens already, so the encoder is not new for the next listener.
        var before = try airing.session.listen(as: .oggOpus).makeAsyncIterator()
        try airing.session.play()
        for _ in 0..<10 { try #require(await before.next() != nil) }
        let stream = try airing.session.listen(as: .oggOpus)
        opening.finish()
        let heard = try await airing.heard()
        let decoded = try await stream.decoded()
        #expect(decoded.complaints == "")
        // Ten chunks at least were encoded, but for what an encoder holds back, and at most all that
        // is heard before the spot.
        let missed = heard.count / 2 - decoded.frameCount
        #expect((9 * 4800...Airing.spot.lowerBound).contains(missed))
        let likeness = Likeness(of: decoded.samples, to: heard.suffix(decoded.samples.count))
        #expect(likeness.correlation > 0.99)
        #expect(abs(likeness.level) < 0.5)
    }

    @Test("is encoded once for any number of listeners")
    func shared() async throws {
        let airing = try Airing()
        let streams = try (0..<20).map { _ in try airing.session.listen(as: .oggOpus) }
        #expect(airing.session.listening.listenerCount == 20)
        try airing.session.play()
        let heard = try await airing.heard()
        let all = await withTaskGroup { group in
            for stream in streams { group.addTask { await stream.bytes() } }
            return await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(all.count == 1)
        let figures = airing.session.listening
        #expect(figures.startedEncoderCount == 1)
        #expect(figures.endedEncoderCount == 1)
        // One more than the audio's whole packets, for the encoder's delay.
        #expect(figures.packetCount == (heard.count / 2 + 312 + 959) / 960)
    }

    @Test("does not arrive before it plays at the output")
    func notBefore() async throws {
        let airing = try Airing()
        let stream = try airing.session.listen(as: .oggOpus)
        try airing.session.play()
        var frames = 0
        for await _ in stream {
            #expect(min(frames + 4800, Airing.frameCount) <= Int(airing.sink.heardFrame.frames))
            frames += 4800
        }
        #expect(frames >= Airing.frameCount)
    }

    @Test("continues when another stream replaces the first")
    func changed() async throws {
        var configuration = SessionConfiguration(source: "live")
        configuration.duration = .frames(240_000)
        configuration.script = [
            .init(at: FrameTime(48_000), .play(source: "other")),
            .init(at: FrameTime(96_000), .pause), .init(at: FrameTime(144_000), .unpause),
        ]
        let session = Self.session(configuration) { NullSink(clock: .virtual) }
        let stream = try session.listen(as: .oggOpus)
        try session.play()
        let decoded = try await stream.decoded()
        #expect(decoded.complaints == "")
        #expect(decoded.frameCount == 240_000)
        #expect(await session.ended() == .asked)
    }

    static func session(
        _ configuration: SessionConfiguration, clock: SessionParts.Clock = .virtual,
        sink: @escaping @Sendable () -> any AudioSink
    ) -> AudioSession {
        var options = SessionOptions()
        options.liveMix = .offered
        return AudioSession(configuration, options: options) {
            let sink = sink()
            return SessionParts(
                sink: sink, clock: clock, streams: MadeStreams(sink: sink), spots: MadeSpots())
        }
    }
}
