import Foundation
import MediaTime
import StreamFetching
import TestSignals
import Testing

@testable import AudioDecoding

@Suite("The decoder")
struct AudioDecoderTests {
    /// What a decoder delivered.
    private struct Heard {
        var start: FrameTime?
        var samples: [Float] = []
        /// Where a piece does not begin at the end of the one before.
        var jumps: [FrameTime] = []
        var end: FrameTime = .zero

        mutating func take(_ piece: Span<Float>, _ time: FrameTime) {
            if start == nil { start = time } else if time != end { jumps.append(time) }
            piece.withUnsafeBufferPointer { samples += $0 }
            end = time + piece.count / 2
        }
    }

    /// 9600 frames of a constant level.
    private static func constant(_ level: String, to name: String) throws -> [UInt8] {
        try Samples.encoded(
            ["-sample_fmt", "s16"], to: name, rate: 48_000, count: 9600,
            expression: "\(level)|\(level)")
    }

    /// Decodes `first`, and then `second` from stream frame `place` on.
    private static func joined(
        _ first: [UInt8], _ second: [UInt8], at place: Int,
        _ succession: AudioDecoder.Succession
    ) throws -> Heard {
        var heard = Heard()
        var demuxer = try Demuxer(reading: MemoryByteReader(first))
        var next = try Demuxer(reading: MemoryByteReader(second))
        var decoder = try AudioDecoder(demuxer.stream)
        while let packet = try demuxer.next() {
            try decoder.decode(packet) { heard.take($0, $1) }
        }
        try decoder.goOn(
            with: next.stream, at: StreamClock(at: FrameTime(Int64(place))), entry: .beginning,
            succession
        ) { heard.take($0, $1) }
        while let packet = try next.next() {
            try decoder.decode(packet) { heard.take($0, $1) }
        }
        try decoder.finish { heard.take($0, $1) }
        #expect(decoder.figures.frames == heard.samples.count / 2)
        #expect(decoder.now == heard.end)
        return heard
    }

    private static func gain(_ distance: Int) -> Float {
        guard distance < 576 else { return 1 }
        let rise = 0.5 - 0.5 * cos(Double.pi * Double(distance) / 576)
        return Float(rise * rise)
    }

    @Test("continues with another stream, sample by sample")
    func following() throws {
        let (first, second) = (
            try Self.constant("0.5", to: "a.flac"), try Self.constant("0.25", to: "b.flac")
        )
        let heard = try Self.joined(first, second, at: 9600, .following)
        #expect(heard.start == .zero)
        #expect(heard.jumps.isEmpty)
        let expected =
            [Float](repeating: 0.5, count: 19_200) + [Float](repeating: 0.25, count: 19_200)
        #expect(FirstDifference(heard.samples, from: expected) == nil)
    }

    @Test("fades out and in where it continues with another time of the stream")
    func broken() throws {
        let (first, second) = (
            try Self.constant("0.5", to: "a.flac"), try Self.constant("0.25", to: "a.wav")
        )
        let heard = try Self.joined(first, second, at: 50_000, .broken)
        #expect(heard.start == .zero)
        #expect(heard.jumps == [FrameTime(50_000)])
        #expect(heard.end == FrameTime(59_600))
        let expected =
            (0..<9600).flatMap { [Float](repeating: 0.5 * Self.gain(9600 - $0), count: 2) }
            + (0..<9600).flatMap { [Float](repeating: 0.25 * Self.gain($0), count: 2) }
        #expect(heard.samples.count == expected.count)
        let worst = zip(heard.samples, expected).map { abs($0 - $1) }.max()
        #expect((worst ?? 1) < 1e-6)
    }

    @Test("trims the beginning of a stream that it continues with", arguments: ["libopus", "flac"])
    func beginning(codec: String) throws {
        let link = try ChainTests.link(codec, rate: 48_000)
        let heard = try Self.joined(link, link, at: 48_000, .following)
        #expect(heard.jumps.isEmpty)
        let alone = try decode(link).samples
        #expect(FirstDifference(heard.samples, from: alone + alone) == nil)
    }

    @Test("does not bring sound of before into a stream that it continues with")
    func newDecoder() throws {
        let mp3 = try Samples.encoded(["-c:a", "libmp3lame"], to: "a.mp3", rate: 48_000)
        let alone = try decode(mp3).samples
        let heard = try Self.joined(mp3, mp3, at: 100_000, .following)
        #expect(FirstDifference(heard.samples, from: alone + alone) == nil)
    }

    static let codecs: [(String, [String], tolerance: Float)] = [
        ("a.mp3", ["-c:a", "libmp3lame", "-b:a", "128k"], 0),
        ("a.aac", ["-c:a", "aac", "-aac_pns", "0"], 0),
        ("a.flac", ["-c:a", "flac"], 0),
        ("a.wav", ["-c:a", "pcm_s16le"], 0),
        ("a.ogg", ["-c:a", "libvorbis"], 0.001),
        ("a.opus", ["-c:a", "libopus"], 0.001),
    ]

    private static let sweep = "sin(2*PI*(200*t+50*t*t))/2|sin(2*PI*(300*t+70*t*t))/3"

    @Test(
        "enters the middle of a stream at the right place", arguments: codecs, [100_000, 333_333])
    func entered(codec: (String, [String], tolerance: Float), frame: Int) throws {
        let bytes = try Samples.encoded(
            codec.1, to: codec.0, count: 10 * 44_100, expression: Self.sweep)
        let whole = try decode(bytes).samples
        let store = TimeShiftStore()
        let end = try TimeShiftTests.fill(store, with: bytes)
        let (start, samples) = try TimeShiftTests.decode(
            store.cursor(for: FrameTime(Int64(frame))))
        #expect(start.frames <= frame)
        #expect(start + samples.count / 2 == end)
        let rest = samples.dropFirst(2 * (frame - Int(start.frames)))
        #expect(rest.count == whole.count - 2 * frame)
        let worst = zip(rest, whole[(2 * frame)...]).map { abs($0 - $1) }.max()
        #expect((worst ?? 1) <= codec.tolerance)
    }

    @Test(
        "replaces damaged packets by silence of their length, however many",
        arguments: codecs, [1, 5, 30])
    func damaged(codec: (String, [String], tolerance: Float), count: Int) throws {
        let bytes = try Samples.encoded(
            codec.1, to: codec.0, count: 10 * 44_100, expression: Self.sweep)
        let whole = try decode(bytes).samples
        guard codec.0 != "a.wav" else { return }
        var heard = Heard()
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        var decoder = try AudioDecoder(demuxer.stream)
        var number = 0
        while let packet = try demuxer.next() {
            if 20..<20 + count ~= number {
                let data = packet.packet.pointee.data!
                // An invalid header in each of the codecs.
                data.update(repeating: 0, count: packet.byteCount)
                if codec.0 == "a.ogg" || codec.0 == "a.opus" { data[0] = 0xFF }
            }
            number += 1
            try decoder.decode(packet) { heard.take($0, $1) }
        }
        try decoder.finish { heard.take($0, $1) }
        #expect(heard.jumps.isEmpty)
        #expect(heard.samples.count == whole.count)
        #expect(decoder.figures.concealed == count)
        let rest = 2 * 48_000 * 4
        let worst = zip(heard.samples.suffix(rest), whole.suffix(rest)).map { abs($0 - $1) }.max()
        #expect((worst ?? 1) <= codec.tolerance)
    }

    @Test("brings out what a codec holds back, at each link and at the end")
    func drained() throws {
        let speech = [
            "-c:a", "libopus", "-application", "voip", "-b:a", "16k", "-ac", "1", "-f", "ogg",
        ]
        let link = try Samples.encoded(speech, to: "a.ogg", rate: 48_000, count: 48_000)
        #expect(try decode(link).frameCount == 48_000)
        #expect(try decode(link + link).frameCount == 96_000)
        let wma = try Samples.encoded(["-c:a", "wmav2"], to: "a.wma", count: 44_100)
        let reference = try Samples.reference(of: wma, named: "a.wma")
        #expect(try abs(decode(wma).frameCount - reference.count / 2) <= 1)
    }

    @Test("says what it decodes")
    func described() throws {
        let bytes = try Samples.encoded(["-c:a", "libmp3lame", "-b:a", "128k"], to: "a.mp3")
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        var decoder = try AudioDecoder(demuxer.stream)
        let before = decoder.description
        #expect(before == nil)
        #expect(decoder.now == .zero)
        while let packet = try demuxer.next() { try decoder.decode(packet) { _, _ in } }
        let after = decoder.description
        let description = try #require(after)
        #expect(description.codec == "mp3")
        #expect(description.container == .mp3)
        #expect(description.sampleRate == 44_100)
        #expect(description.channelCount == 2)
        #expect(description.bitRate == 128_000)
        #expect(description.length == nil)
    }
}
