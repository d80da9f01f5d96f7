import AudioDecoding
import Testing

/// The forms in which ad servers have their ads.
@Suite("A creative")
struct CreativeTests {
    struct Case: CustomTestStringConvertible {
        var name: String
        var rate: Int
        var arguments: [String]
        /// Whether a video is in the file.
        var hasPicture = false
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "vbr.mp3", rate: 44_100, arguments: ["-c:a", "libmp3lame", "-q:a", "4"]),
        Case(name: "abr.mp3", rate: 48_000, arguments: ["-c:a", "libmp3lame", "-abr", "1"]),
        Case(
            name: "speech.mp3", rate: 22_050,
            arguments: ["-c:a", "libmp3lame", "-b:a", "32k", "-ac", "1"]),
        Case(name: "speech.m4a", rate: 16_000, arguments: ["-c:a", "aac", "-ac", "1"]),
        Case(name: "music.aac", rate: 44_100, arguments: ["-c:a", "aac", "-b:a", "192k"]),
        Case(name: "speech.opus", rate: 48_000, arguments: ["-c:a", "libopus", "-ac", "1"]),
        Case(name: "vbr.ogg", rate: 32_000, arguments: ["-c:a", "libvorbis", "-q:a", "1"]),
        Case(name: "surround.flac", rate: 96_000, arguments: ["-c:a", "flac", "-ac", "6"]),
        Case(
            name: "video.mp4", rate: 48_000,
            arguments: ["-c:v", "mpeg4", "-c:a", "aac", "-movflags", "+faststart"],
            hasPicture: true),
        Case(
            name: "index-last.mp4", rate: 44_100, arguments: ["-c:v", "mpeg4", "-c:a", "aac"],
            hasPicture: true),
        Case(
            name: "video.mkv", rate: 48_000, arguments: ["-c:v", "mpeg4", "-c:a", "libopus"],
            hasPicture: true),
    ]

    @Test(
        "E13: is heard on both sides for its length, whatever codec, rate and container it has",
        arguments: cases)
    func heard(_ item: Case) throws {
        let picture = ["-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=1"]
        let tone = "sin(2*PI*440*t)/2"
        let bytes = try Samples.ffmpeg(
            (item.hasPicture ? picture : [])
                + ["-f", "lavfi", "-i", "aevalsrc=\(tone)|\(tone):s=\(item.rate):d=1"]
                + item.arguments,
            to: item.name)
        let spot = try decode(bytes)
        // Some formats do not say what the encoder has added.
        #expect(abs(spot.frameCount - 48_000) < 4_800)
        for side in 0..<2 {
            let peak = try #require(spot.channel(side)[12_000..<36_000].map(abs).max())
            #expect(peak > 0.1 && peak < 0.9)
        }
        #expect(spot.figures.concealed == 0)
    }
}
