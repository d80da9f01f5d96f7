import MediaTime
import PCMAudio
import Playout
import StreamFetching
import TestSignals
import Testing

@testable import AudioDecoding

@Suite("A stream of MP3 from the middle")
struct BitReservoirTests {
    /// Frames of MP3, without a tag.
    private static func frames(_ arguments: [String], rate: Int) throws -> [ArraySlice<UInt8>] {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"] + arguments,
            to: "a.mp3", rate: rate, seconds: 4)
        var frames: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while let header = FrameHeader(rest), header.size <= rest.count {
            frames.append(rest.prefix(header.size))
            rest = rest.dropFirst(header.size)
        }
        return frames
    }

    private static func heard(_ bytes: [UInt8]) throws -> [Float] {
        let (reader, log) = LiveReaderTests.reader(ScriptedProvider([.init(bytes)]))
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        return samples
    }

    static let scenarios: [(arguments: [String], rate: Int, frameLength: Int)] = [
        (["-b:a", "128k"], 48_000, 1152),
        (["-b:a", "128k", "-ac", "1"], 48_000, 1152),
        (["-b:a", "64k"], 24_000, 1152),
    ]

    @Test(
        "begins with sound, and then equals the whole stream", arguments: scenarios,
        [30, 31, 32, 33])
    func begins(scenario: (arguments: [String], rate: Int, frameLength: Int), first: Int) throws {
        let frames = try Self.frames(scenario.arguments, rate: scenario.rate)
        let whole = try Self.heard(Array(frames.joined()))
        let heard = try Self.heard(Array(frames[first...].joined()))
        let audible = try #require(heard.firstIndex { abs($0) > 0.01 })
        // A decoder needs half a frame to reach full level.
        #expect(audible / 2 < 1152)
        let lost = whole.count / 2 - first * scenario.frameLength - heard.count / 2
        #expect((0...4 * scenario.frameLength).contains(lost), "\(lost)")
        let settled = 2 * 4 * scenario.frameLength
        let rest = heard.dropFirst(settled)
        #expect(FirstDifference(rest, from: whole.suffix(rest.count)) == nil)
    }

    @Test("loses nothing if it begins at the start")
    func whole() throws {
        let bytes = Array(try Self.frames(["-b:a", "128k"], rate: 48_000).joined())
        #expect(
            try FirstDifference(Self.heard(bytes), from: LiveReaderTests.decoded(bytes)) == nil)
    }
}
