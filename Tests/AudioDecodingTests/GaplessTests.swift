import AudioDecoding
import Testing

@Suite("Gapless decoding")
struct GaplessTests {
    struct Case: CustomTestStringConvertible {
        var name: String
        var arguments: [String]
        /// Samples at 44.1 kHz before and after the audio that no format tag explains.
        var before = 0
        var after = 0
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "tagged.mp3", arguments: ["-c:a", "libmp3lame", "-b:a", "128k"]),
        Case(
            name: "untagged.mp3",
            arguments: ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0"],
            before: 1105, after: 271),
        Case(name: "whole.m4a", arguments: ["-c:a", "aac"]),
        Case(
            name: "fragmented.mp4",
            arguments: ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"],
            after: 352),
        Case(name: "adts.aac", arguments: ["-c:a", "aac"], before: 1024, after: 352),
        Case(name: "transport.ts", arguments: ["-c:a", "aac"], before: 1024, after: 352),
        Case(name: "vorbis.ogg", arguments: ["-c:a", "libvorbis"]),
        Case(name: "opus.opus", arguments: ["-c:a", "libopus"]),
        Case(name: "native.flac", arguments: ["-c:a", "flac"]),
        Case(name: "flac.oga", arguments: ["-c:a", "flac"]),
        Case(name: "alac.m4a", arguments: ["-c:a", "alac"]),
        Case(name: "pcm.wav", arguments: ["-c:a", "pcm_s16le"]),
        Case(name: "pcm.aiff", arguments: ["-c:a", "pcm_s16be"]),
        Case(name: "opus.webm", arguments: ["-c:a", "libopus"]),
    ]

    /// The audio without a codec.
    private static let plain = Result {
        try decode(Samples.encoded(["-c:a", "pcm_f32le"], to: "plain.wav"))
    }

    @Test("E9, E13: as many frames come out as went in, starting with the first", arguments: cases)
    func exact(_ item: Case) throws {
        let spot = try decode(Samples.encoded(item.arguments, to: item.name))
        let plain = try Self.plain.get()
        let frames = Double(100_000 + item.before + item.after) * 48_000 / 44_100
        #expect(abs(Double(spot.frameCount) - frames) <= 1.0)
        let before = item.before * 48_000 / 44_100
        let late = delay(of: spot.channel(0), against: plain.channel(0), near: before)
        #expect(abs(late - before) <= 1)
        #expect(spot.figures.frames == spot.frameCount)
        #expect(spot.figures.concealed == 0)
    }

    @Test("trimmed frames are reported")
    func trimmed() throws {
        let mp3 = try decode(Samples.encoded(["-c:a", "libmp3lame"], to: "a.mp3"))
        #expect(mp3.figures.trimmedStart == 1105)
        #expect(mp3.figures.trimmedEnd == 271)
        let m4a = try decode(Samples.encoded(["-c:a", "aac"], to: "a.m4a"))
        #expect(m4a.figures.trimmedStart == 1024)
        #expect(m4a.figures.trimmedEnd == 352)
    }
}
