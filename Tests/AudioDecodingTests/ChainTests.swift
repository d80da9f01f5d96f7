import AudioDecoding
import Testing

@Suite("Streams that change format partway")
struct ChainTests {
    /// An Ogg stream of 48 000 samples with this codec and number of channels.
    static func link(_ codec: String, rate: Int, channels: Int = 2) throws -> [UInt8] {
        try Samples.encoded(
            ["-c:a", codec, "-f", "ogg", "-ac", "\(channels)"], to: "link.ogg", rate: rate,
            count: 48_000)
    }

    static let chains: [([String], rates: [Int], frames: Int)] = [
        (["libvorbis", "libvorbis"], [48_000, 48_000], 96_000),
        (["libvorbis", "libvorbis"], [44_100, 48_000], 52_245 + 48_000),
        (["flac", "flac"], [48_000, 44_100], 48_000 + 52_245),
        (["libopus", "libopus", "libopus"], [48_000, 48_000, 48_000], 144_000),
        (["libvorbis", "libopus"], [48_000, 48_000], 96_000),
        (["libopus", "flac", "libvorbis"], [48_000, 48_000, 48_000], 144_000),
    ]

    @Test("each link of a chained Ogg is heard to its last sample", arguments: chains)
    func chained(codecs: [String], rates: [Int], frames: Int) throws {
        let links = try zip(codecs, rates).map { try Self.link($0, rate: $1) }
        for reader in [1, 700, 65_536].map({ TricklingReader(Array(links.joined()), step: $0) }) {
            let spot = try SpotDecoder(reading: reader, limit: .seconds(60)).decode()
            #expect(spot.frameCount == frames)
            #expect(spot.figures.concealed == 0)
        }
        #expect(try decode(Array(links.joined())).frameCount == frames)
    }

    @Test("links may differ in their channels")
    func channels() throws {
        let links = try [2, 1, 2].map { try Self.link("libopus", rate: 48_000, channels: $0) }
        let spot = try decode(Array(links.joined()))
        #expect(spot.frameCount == 144_000)
        #expect(spot.figures.formatChanges == 2)
    }

    @Test("a damaged link is skipped")
    func damagedLink() throws {
        let link = try Self.link("libvorbis", rate: 48_000)
        let broken = Array(link.prefix(40))
        #expect(try decode(link + broken + link).frameCount == 96_000)
    }

    @Test("ADTS changes its rate and channels")
    func adts() throws {
        let first = try Samples.encoded(["-c:a", "aac"], to: "a.aac")
        let second = try Samples.encoded(["-c:a", "aac", "-ac", "1"], to: "b.aac", rate: 48_000)
        let spot = try decode(first + second)
        let parts = try decode(first).frameCount + decode(second).frameCount
        #expect(spot.frameCount == parts)
        #expect(spot.figures.formatChanges == 1)
    }

    @Test("an MP3 with a Xing header continues as another MP3")
    func splicedMP3() throws {
        let advert = try Samples.encoded(["-c:a", "libmp3lame"], to: "a.mp3")
        let live = try Samples.encoded(
            ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"], to: "b.mp3",
            rate: 48_000)
        let spot = try decode(advert + live.dropFirst(200))
        let parts = try decode(advert).frameCount + decode(live).frameCount
        #expect(abs(spot.frameCount - parts) < 4 * 1152)
        #expect(spot.figures.formatChanges == 1)
    }

    @Test("E19: time stamps that jump, or wrap around, change nothing", arguments: ["0", "95443"])
    func transportStream(offset: String) throws {
        let first = try Samples.encoded(["-c:a", "aac"], to: "a.ts")
        let second = try Samples.encoded(
            ["-c:a", "aac", "-output_ts_offset", offset], to: "b.ts")
        let spot = try decode(first + second)
        let parts = try decode(first).frameCount + decode(second).frameCount
        #expect(abs(spot.frameCount - parts) <= 2)
    }
}
