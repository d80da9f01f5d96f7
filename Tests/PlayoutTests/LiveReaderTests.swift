import AdCues
import AudioDecoding
import Dispatch
import MediaTime
import PCMAudio
import Playout
import StreamFetching
import TestServers
import TestSignals
import Testing

@Suite("Live reader")
struct LiveReaderTests {
    /// MP3 as an encoder sends it: no tag, frames of 384 bytes and 1152 samples.
    static func mp3(seconds: Int = 3, _ arguments: [String] = []) throws -> [UInt8] {
        try EncodedSound.chirp(
            ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"]
                + arguments, to: "live.mp3", rate: 48_000, seconds: seconds)
    }

    static func decoded(_ bytes: [UInt8]) throws -> [Float] {
        try SpotDecoder(reading: MemoryByteReader(bytes), limit: .seconds(60)).decode().store
            .samples(from: .zero)
    }

    static func reader(
        _ provider: ScriptedProvider, window: Duration = .seconds(300),
        taking resources: ReaderResources = .own
    ) -> (LiveReader, EventLog) {
        let log = EventLog()
        let reader = LiveReader(
            connecting: provider, keepingIn: TimeShiftStore(window: window), for: .bySupply,
            taking: resources
        ) { log.add($0) }
        return (reader, log)
    }

    static let encodings = [
        ("a.mp3", "audio/mpeg", ["-c:a", "libmp3lame", "-write_xing", "0"]),
        ("a.aac", "audio/aac", ["-c:a", "aac"]),
        ("a.ogg", "application/ogg", ["-c:a", "libvorbis"]),
        ("a.opus", "audio/ogg", ["-c:a", "libopus"]),
        ("a.oga", "audio/ogg", ["-c:a", "flac"]),
        ("a.flac", "audio/flac", ["-c:a", "flac"]),
    ]

    @Test(
        "returns the samples that a decoder gives, from the first to the last",
        arguments: encodings,
        [44_100, 48_000])
    func whole(encoding: (String, String, [String]), rate: Int) throws {
        let bytes = try EncodedSound.chirp(encoding.2, to: encoding.0, rate: rate, seconds: 6)
        let connection = ScriptedConnection(bytes, contentType: encoding.1)
        let (reader, log) = Self.reader(ScriptedProvider([connection]))
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        #expect(try FirstDifference(samples, from: Self.decoded(bytes)) == nil)
    }

    @Test("reports the end before it calls those that wait for more audio")
    func end() throws {
        let isReported = Guarded(false)
        let reader = LiveReader(
            connecting: ScriptedProvider([.init(try Self.mp3())]), for: .bySupply
        ) { event in
            if case .ended = event { isReported.withLock { $0 = true } }
        }
        let wasReported = Guarded<Bool?>(nil)
        let called = DispatchSemaphore(value: 0)
        reader.store.notify(whenReady: .distantFuture) {
            wasReported.withLock { $0 = isReported.withLock { $0 } }
            called.signal()
        }
        #expect(called.wait(timeout: .now() + 60) == .success)
        reader.stop()
        #expect(wasReported.withLock { $0 } == true)
    }

    @Test("stream time continues across connections")
    func reconnecting() throws {
        let first = try Self.mp3()
        // No frame of the second stream needs data before it.
        let independent = ["-reservoir", "0"]
        let second = Array(try Self.mp3(seconds: 6, independent).suffix(80 * 384))
        let provider = ScriptedProvider([.init(first), .init(Array(second.dropFirst(100)))])
        let (reader, log) = Self.reader(provider)
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        let joint = try Self.decoded(first)
        // It fades out for 12 ms before the joint.
        let unchanged = joint.count - 2 * 576
        #expect(
            FirstDifference(samples.prefix(unchanged), from: joint.prefix(unchanged)) == nil)
        #expect(samples.count == joint.count + (try Self.decoded(second).count) - 2 * 1152)
        #expect(log.continuations == [.broken(at: FrameTime(Int64(joint.count / 2)))])
    }

    @Test("reports how much is kept if there is no room for all of it, once a second")
    func shortage() throws {
        let bytes = try Self.mp3(seconds: 20, ["-b:a", "320k"])
        let log = EventLog()
        let reader = LiveReader(
            connecting: ScriptedProvider([.init(bytes)]),
            keepingIn: TimeShiftStore(memoryLimit: 1 << 14, fileLimit: 1 << 18), for: .bySupply
        ) { log.add($0) }
        // 272 KiB at 320 kb/s. The decoder may fall behind meanwhile, and then stops.
        #expect(log.waitUntilKept(.seconds(6)))
        reader.stop()
    }

    @Test("a title comes with the first packet that follows it")
    func titles() throws {
        let titles = [("first", 0), ("on a boundary", 3840), ("inside a frame", 7681)]
        let connection = ScriptedConnection(try Self.mp3(), titles: titles)
        let (reader, log) = Self.reader(ScriptedProvider([connection]))
        _ = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        let seen = log.events.compactMap { event in
            if case .title(let text, let frame) = event { "\(text) \(frame.frames)" } else { nil }
        }
        #expect(seen == ["first 0", "on a boundary 11520", "inside a frame 24192"])
        #expect(reader.title(at: FrameTime(24_191)) == "on a boundary")
        #expect(reader.title(at: FrameTime(24_192)) == "inside a frame")
    }

    @Test(
        "jumps to any frame with the same samples as a whole decode", arguments: [44_100, 48_000])
    func jumping(rate: Int) throws {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "libmp3lame", "-write_xing", "0"], to: "a.mp3", rate: rate, seconds: 12)
        let whole = try Self.decoded(bytes)
        let (reader, log) = Self.reader(ScriptedProvider([.init(bytes)]))
        reader.store.waitForData(through: FrameTime(5 * 48_000 - 1))
        var current = reader
        for frame in [100_001, 1, 333_333] {
            current = current.jump(to: FrameTime(Int64(frame)))
            current.store.waitForData(through: FrameTime(Int64(frame + 48_000)))
            let samples = current.store.samples(from: current.store.start)
            #expect(current.store.start == FrameTime(Int64(frame)))
            let expected = whole[(2 * frame)...].prefix(samples.count)
            #expect(FirstDifference(samples, from: expected) == nil, "from frame \(frame)")
        }
        _ = current.store.drained()
        try log.waitForEnd()
        current.stop()
    }

    @Test("that another has taken over reports nothing more, and does not end the stream")
    func takenOver() throws {
        let bytes = try Self.mp3(seconds: 6)
        let whole = try Self.decoded(bytes)
        let pause = ScriptedConnection.Pause(position: 125 * 384)
        let (reader, log) = Self.reader(ScriptedProvider([.init(bytes, pausing: pause)]))
        reader.store.waitForData(through: FrameTime(2 * 48_000 - 1))
        let next = reader.jump(to: FrameTime(48_000))
        reader.stop()
        pause.isOver.signal()
        let samples = next.store.drained()
        try log.waitForEnd()
        next.stop()
        #expect(FirstDifference(samples, from: whole[96_000...]) == nil)
        let ends = log.events.filter { event in
            switch event {
            case .ended, .failed, .leftBehind: true
            case .opened, .formatChanged, .spliced, .concealed, .title, .cue, .tag,
                .connectionLost,
                .reconnected, .kept:
                false
            }
        }
        #expect(ends.count == 1)
    }

    @Test("jumps no further than the kept part")
    func clamped() throws {
        // 384 bytes are 24 ms: the first part is shorter than the kept window.
        let pause = ScriptedConnection.Pause(position: 125 * 384)
        let connection = ScriptedConnection(
            try Self.mp3(seconds: 10), stallsAtEnd: true, pausing: pause)
        let (reader, _) = Self.reader(ScriptedProvider([connection]), window: .seconds(4))
        reader.store.waitForData(through: FrameTime(2 * 48_000 - 1))
        pause.isOver.signal()
        connection.stalled.wait()
        // Before the jump, because the window moves while the stream arrives.
        let kept = reader.availableRange
        let old = reader.jump(to: .zero)
        #expect(old.store.start >= kept.start - 48_000)
        let future = old.jump(to: FrameTime(100_000_000))
        #expect(future.store.start <= future.availableRange.end)
        future.stop()
    }

    @Test("reports when the window has moved past it, instead of filling the gap with silence")
    func leftBehind() throws {
        let bytes = try Self.mp3(seconds: 20)
        let whole = try Self.decoded(bytes)
        // 384 bytes are 24 ms: the first part is larger than the reader's store and smaller than
        // the kept window, and the rest arrives while the reader waits for room.
        let pause = ScriptedConnection.Pause(position: 230 * 384)
        let connection = ScriptedConnection(bytes, stallsAtEnd: true, pausing: pause)
        let (reader, log) = Self.reader(ScriptedProvider([connection]), window: .seconds(6))
        let held = reader.store.handle.capacity
        reader.store.waitForData(through: FrameTime(Int64(held - 1)))
        pause.isOver.signal()
        connection.stalled.wait()
        let first = reader.store.samples(from: .zero)
        reader.store.handle.release(before: reader.store.readyEnd)
        let oldest = try #require(log.waitToBeLeftBehind())
        reader.stop()
        let rest = reader.store.samples(from: FrameTime(Int64(held)))
        #expect(FirstDifference(first + rest, from: whole.prefix(first.count + rest.count)) == nil)
        #expect(oldest.frames > Int64(held) && oldest >= reader.availableRange.start - 48_000)
    }

    @Test("a codec may change within one connection, and with the next")
    func codecs() throws {
        let vorbis = try EncodedSound.chirp(
            ["-c:a", "libvorbis"], to: "a.ogg", rate: 48_000, seconds: 2)
        let opus = try EncodedSound.chirp(
            ["-c:a", "libopus"], to: "a.opus", rate: 48_000, seconds: 2)
        let provider = ScriptedProvider([
            .init(vorbis + opus, contentType: "application/ogg"),
            .init(try Self.mp3(), contentType: "application/ogg"),
        ])
        let (reader, log) = Self.reader(provider)
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        #expect(samples.count == 2 * 4 * 48_000 + (try Self.decoded(Self.mp3()).count))
        let changes = log.events.filter { if case .formatChanged = $0 { true } else { false } }
        #expect(changes.count == 2)
    }

    @Test("received audio plays to its end before the end is reported")
    func givingUp() throws {
        let bytes = try Self.mp3(seconds: 10)
        let (reader, log) = Self.reader(ScriptedProvider([.init(bytes)], then: .giveUp))
        #expect(reader.store.drained().count == (try Self.decoded(bytes).count))
        #expect(throws: ScriptedProvider.GivenUp()) { try log.waitForEnd() }
        reader.stop()
    }

    @Test("a stream without audio is refused at once")
    func refused() {
        let page = ScriptedConnection(Array("<html>".utf8), contentType: "text/html")
        let (reader, log) = Self.reader(ScriptedProvider([page], then: .wait))
        #expect(throws: DecodingError.notAudio(found: "a web page")) { try log.waitForEnd() }
        reader.stop()
    }

    @Test("a stream that connects five times without audio is rejected")
    func barren() throws {
        let empty = (0..<5).map { _ in ScriptedConnection([]) }
        let (reader, log) = Self.reader(
            ScriptedProvider([.init(try Self.mp3())] + empty, then: .wait))
        _ = reader.store.drained()
        #expect(throws: DecodingError.empty) { try log.waitForEnd() }
        reader.stop()
    }

    @Test("stopping ends a connection that stalls, and nothing is reported after")
    func stopping() throws {
        let connection = ScriptedConnection(try Self.mp3(), stallsAtEnd: true)
        let (reader, log) = Self.reader(ScriptedProvider([connection], then: .wait))
        reader.store.waitForData(through: FrameTime(100_000))
        reader.stop()
        reader.store.waitForData(through: FrameTime(100_000_000))
        let last = log.events.last
        if case .opened = last {} else { Issue.record("\(String(describing: last))") }
    }

    @Test("stopping ends the source, unless another reader has taken it over")
    func ending() throws {
        let provider = ScriptedProvider(
            [ScriptedConnection(try Self.mp3(), stallsAtEnd: true)], then: .wait)
        let (reader, _) = Self.reader(provider)
        reader.store.waitForData(through: FrameTime(100_000))
        let next = reader.jump(to: FrameTime(1000))
        reader.stop()
        #expect(!provider.isCancelled)
        next.stop()
        #expect(provider.isCancelled)
    }

    @Test("a connection that only repeats what was known is broken off for that, and no other")
    func repetition() throws {
        let bytes = try Self.mp3(seconds: 6, ["-reservoir", "0"])
        let connections = [
            ScriptedConnection(Array(bytes.prefix(100 * 384))),
            ScriptedConnection(Array(bytes[(60 * 384)..<(90 * 384)])),
            ScriptedConnection(Array(bytes[(60 * 384)..<(150 * 384)])),
        ]
        let (reader, log) = Self.reader(ScriptedProvider(connections))
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        #expect(connections.map(\.shortage) == [nil, .repetition, nil])
        #expect(samples.count == 150 * 1152 * 2)
        #expect(log.continuations == [.seamless(repeated: 40 * 1152)])
    }

    /// Bytes that no decoder takes for audio, though their type says so.
    private static func noise() -> ScriptedConnection {
        var noise = Noise(seed: 1)
        return ScriptedConnection(noise.bytes(4 << 20), contentType: "audio/mpeg")
    }

    @Test("noise in place of a stream that sounded is a lost connection")
    func laterNoise() throws {
        let sound = try Self.mp3()
        let (reader, log) = Self.reader(ScriptedProvider([.init(sound), Self.noise()]))
        let samples = reader.store.drained()
        // Not with a failure.
        try log.waitForEnd()
        reader.stop()
        #expect(try samples.count >= Self.decoded(sound).count)
        let reasons = log.events.compactMap { event in
            if case .connectionLost(let reason) = event { reason } else { nil }
        }
        #expect(reasons == [DecodingError.noise(.mp3).description])
    }

    @Test("noise from the beginning is no stream")
    func firstNoise() throws {
        let sound = try Self.mp3()
        let (reader, log) = Self.reader(ScriptedProvider([Self.noise(), .init(sound)]))
        _ = reader.store.drained()
        #expect(throws: DecodingError.noise(.mp3)) { try log.waitForEnd() }
        reader.stop()
    }

    @Test("a title may have a picture, and a marker is at the frame where it applies")
    func markers() throws {
        let tag = [TagFrame(id: "TXXX")]
        let connection = ScriptedConnection(
            try Self.mp3(),
            markers: [
                PositionedMarker(
                    .cue(Cue(.in, at: FrameTime(100), source: .hls)), position: 3840),
                PositionedMarker(.tag(tag, offset: FrameTime(-50)), position: 0),
                PositionedMarker(.tag(tag, offset: FrameTime(50)), position: 7680),
            ].sorted { $0.position < $1.position })
        let (reader, log) = Self.reader(ScriptedProvider([connection]))
        _ = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        let seen = log.events.compactMap { event -> String? in
            switch event {
            case .cue(let cue): "cue \(cue.position.frames)"
            case .tag(let frames, let frame): frames == tag ? "tag \(frame.frames)" : "other"
            case _: nil
            }
        }
        #expect(seen == ["tag 0", "cue 11620", "tag 23090"])
    }
}
