import AudioDecoding
import Dispatch
import Foundation
import MediaTime
import PCMAudio
import Playout
import StreamFetching
import TestSignals
import Testing

@Suite("File reader")
struct FileReaderTests {
    static let encodings: [(String, [String])] = [
        ("a.wav", ["-c:a", "pcm_s16le"]),
        ("a.flac", ["-c:a", "flac"]),
        ("a.oga", ["-c:a", "flac"]),
        ("a.mp3", ["-c:a", "libmp3lame", "-b:a", "128k"]),
        ("b.mp3", ["-c:a", "libmp3lame", "-b:a", "64k", "-write_xing", "0"]),
        ("a.aac", ["-c:a", "aac", "-aac_pns", "0"]),
        ("a.m4a", ["-c:a", "aac", "-aac_pns", "0"]),
        ("a.ogg", ["-c:a", "libvorbis"]),
    ]

    @Test(
        "begins at any frame with the same samples as a whole decode", arguments: encodings,
        [44_100, 48_000])
    func tail(encoding: (String, [String]), rate: Int) async throws {
        let bytes = try EncodedSound.chirp(encoding.1, to: encoding.0, rate: rate, seconds: 8)
        let whole = try SpotDecoder(reading: MemoryByteReader(bytes), limit: .seconds(60)).decode()
        let all = whole.store.samples(from: .zero)
        for frame in [0, 1, 47_999, 100_003, 200_000, whole.frameCount - 10] {
            let tail = try ReadStream(bytes, from: FrameTime(Int64(frame))).toItsEnd()
            let expected = all[(2 * frame)...]
            #expect(FirstDifference(tail, from: expected) == nil, "from frame \(frame)")
        }
    }

    @Test("measures the loudness of what it stores, at its frames, if requested")
    func loudness() throws {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "flac"], to: "a.flac", rate: 48_000, seconds: 8)
        let start = FrameTime(48_000)
        let stream = ReadStream(bytes, from: start)
        let track = Self.track(of: try stream.toItsEnd(), from: start)
        let all = FrameRange(.zero, count: 9 * FrameTime.rate)
        #expect(track.blocks(in: all).count == 67)
        #expect(stream.reader.loudness?.blocks(in: all) == track.blocks(in: all))
        let unmeasured = FileReader(reading: MemoryByteReader(bytes), metering: .none) { _ in }
        #expect(unmeasured.loudness == nil)
        unmeasured.stop()
    }

    private static func track(of samples: [Float], from start: FrameTime) -> LoudnessTrack {
        let track = LoudnessTrack(startingAt: start)
        var meter = BlockMeter(into: track)
        meter.measure(samples.span)
        return track
    }

    @Test("begins at any frame of an Opus stream, nearly identically")
    func opus() throws {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "libopus"], to: "a.opus", rate: 48_000, seconds: 8)
        let whole = try SpotDecoder(reading: MemoryByteReader(bytes), limit: .seconds(60)).decode()
        let all = whole.store.samples(from: .zero)
        let tail = try ReadStream(bytes, from: FrameTime(200_001)).toItsEnd()
        #expect(tail.count == all.count - 2 * 200_001)
        let worst = zip(tail, all[(2 * 200_001)...]).map { abs($0 - $1) }.max()!
        #expect(worst < 0.001)
    }

    @Test("waits for room, and continues when there is some")
    func bounded() throws {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "pcm_s16le"], to: "long.wav", rate: 48_000, seconds: 20)
        let stream = ReadStream(bytes)
        stream.reader.store.waitForData(through: FrameTime(5 * 48_000 - 1))
        #expect(stream.reader.store.end == .distantFuture)
        #expect(try stream.toItsEnd().count == 2 * 20 * 48_000)
    }

    @Test("reports a source's type and its end if that comes before the requested frame")
    func pastEnd() throws {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "pcm_s16le"], to: "short.wav", rate: 44_100, seconds: 1)
        let stream = ReadStream(bytes, from: FrameTime(480_000))
        #expect(try stream.toItsEnd().isEmpty)
        guard case .opened(let description)? = stream.events.first else {
            Issue.record("not opened: \(stream.events)")
            return
        }
        #expect(description.codec == "pcm_s16le" && description.sampleRate == 44_100)
        #expect(stream.reader.store.end == FrameTime(480_000))
    }

    @Test("refuses a file whose audio has no length")
    func noLength() throws {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "pcm_s16le"], to: "none.wav", rate: 48_000, seconds: 0)
        let stream = ReadStream(bytes)
        #expect(throws: DecodingError.noSound) { try stream.toItsEnd() }
    }

    @Test("reports what it reads, and its end")
    func events() throws {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "libmp3lame"], to: "a.mp3", rate: 44_100, seconds: 3)
        let stream = ReadStream(bytes)
        _ = try stream.toItsEnd()
        guard case .opened(let description) = stream.events.first else {
            Issue.record("\(stream.events)")
            return
        }
        #expect(description.codec == "mp3")
        #expect(description.sampleRate == 44_100)
        guard case .ended(let end, let figures) = stream.events.last else {
            Issue.record("\(stream.events)")
            return
        }
        #expect(end == FrameTime(144_000))
        #expect(figures.frames == 144_000)
    }

    @Test("an unplayable file is reported once")
    func failure() throws {
        let stream = ReadStream(Array("<html>".utf8))
        #expect(throws: DecodingError.notAudio(found: "a web page")) { try stream.toItsEnd() }
        #expect(stream.events.count == 1)
    }

    @Test("beyond the end there is nothing")
    func beyond() throws {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "flac"], to: "a.flac", rate: 48_000, seconds: 2)
        let stream = ReadStream(bytes, from: FrameTime(1_000_000))
        #expect(try stream.toItsEnd().isEmpty)
        #expect(stream.reader.store.end == FrameTime(1_000_000))
    }

    @Test("calls once a frame is ready, or all for which its store has room")
    func notified() throws {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "flac"], to: "a.flac", rate: 48_000, seconds: 12)
        let stream = ReadStream(bytes)
        for frame in [1000, 12 * FrameTime.rate - 1] {
            let called = DispatchSemaphore(value: 0)
            stream.reader.notify(whenReady: FrameTime(Int64(frame))) { called.signal() }
            #expect(called.wait(timeout: .now() + 30) == .success)
        }
        stream.reader.stop()
    }

    @Test("stops for those that wait for more, although its store is full")
    func stopped() throws {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "flac"], to: "a.flac", rate: 48_000, seconds: 12)
        let stream = ReadStream(bytes)
        stream.reader.store.waitForData(through: FrameTime(100_000))
        stream.reader.stop()
        stream.reader.store.waitForData(through: FrameTime(11 * 48_000))
        #expect(stream.reader.store.readyEnd < FrameTime(11 * 48_000))
    }
}
