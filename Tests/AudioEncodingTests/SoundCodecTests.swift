import AudioEncoding
import TestServers
import TestSignals
import Testing

@Suite("Sound for a streaming server")
struct SoundCodecTests {
    /// `samples` as a stream of its own, decoded by ffmpeg.
    private static func decoded(
        _ samples: [Float], as codec: SoundCodec, bitRate: Int? = nil
    ) throws -> (heard: FFmpegDecoding, leadIn: Int, byteCount: Int) {
        var encoder = try SoundEncoder(codec, bitRate: bitRate ?? codec.usualBitRate)
        let all = try chunks(of: samples, by: &encoder)
        var packaging = ListenerBytes(of: codec, header: encoder.header)
        let bytes = all.flatMap { packaging.bytes(of: $0) }
        let container =
            switch codec {
            case .opus, .flac: "ogg"
            case .mp3: "mp3"
            case .aac: "aac"
            }
        return (try FFmpegDecoding(of: bytes, as: container), all[0].leadIn, bytes.count)
    }

    @Test("keeps every sample as FLAC, rounded to 16 bits")
    func exactFLAC() throws {
        let (heard, leadIn, _) = try Self.decoded(programme, as: .flac)
        #expect(heard.complaints == "" && leadIn == 0)
        let rounded = programme.map { ($0 * 32_768).rounded(.toNearestOrEven) / 32_768 }
        #expect(FirstDifference(heard.samples, from: rounded) == nil)
    }

    @Test("is clipped as FLAC, and silent where samples are not numbers")
    func impossibleSamples() throws {
        let samples: [Float] = (0..<9216).map { [2, -2, .nan, .infinity][$0 % 4] }
        let heard = try Self.decoded(samples, as: .flac).heard.samples
        #expect(heard.count == samples.count)
        #expect(heard.prefix(4) == [32_767.0 / 32_768, -1, 0, 0])
    }

    @Test("keeps its length and its level as AAC")
    func wholeAAC() throws {
        let (heard, leadIn, _) = try Self.decoded(programme, as: .aac)
        #expect(heard.complaints == "")
        // ADTS cannot state how much of its first and last frame is padding.
        #expect(heard.frameCount >= programme.count / 2 + leadIn)
        #expect(heard.frameCount < programme.count / 2 + leadIn + 2048)
        let likeness = Likeness(of: heard.samples.dropFirst(2 * leadIn), to: programme)
        #expect(likeness.correlation > 0.99)
        #expect(abs(likeness.level) < 0.5)
    }

    @Test("takes about the requested bit rate", arguments: [SoundCodec.opus, .mp3, .aac])
    func bitRates(codec: SoundCodec) throws {
        for rate in [64_000, 256_000] {
            let size = try Self.decoded(programme, as: codec, bitRate: rate).byteCount
            let measured = Double(size * 8) / (Double(programme.count / 2) / 48_000)
            #expect((0.6...1.7).contains(measured / Double(rate)))
        }
    }

    @Test("has possible rates, and its usual one is possible", arguments: SoundCodec.allCases)
    func usualRate(codec: SoundCodec) {
        #expect(codec.bitRates.contains(codec.usualBitRate) == (codec != .flac))
        #expect(codec.bitRates.isEmpty == (codec == .flac))
    }

    @Test(
        "has for MP3 the rates that its frames have, and no other",
        arguments: SoundCodec.mp3.bitRates)
    func ratesOfMP3(rate: Int) throws {
        var encoder = try SoundEncoder(.mp3, bitRate: rate)
        let packets = try chunks(of: Array(programme.prefix(48_000)), by: &encoder)
            .flatMap(\.packets)
        // 1152 samples at 48 kHz, without padding.
        #expect(packets.allSatisfy { $0.count == 144 * rate / 48_000 })
        #expect(!packets.isEmpty)
    }

    @Test("has for Opus and AAC each thousand from 32 to 320", arguments: [SoundCodec.opus, .aac])
    func rates(codec: SoundCodec) {
        #expect(codec.bitRates == (32...320).map { $0 * 1000 })
        #expect(codec.usualBitRate == 128_000)
    }

    @Test("tells how late the decoded sound is, and what a decoder needs before it")
    func delays() throws {
        let delays = try SoundCodec.allCases.map { codec in
            let encoder = try SoundEncoder(codec, bitRate: codec.usualBitRate)
            // STREAMINFO has 34 bytes, and the configuration of AAC-LC begins with its type.
            switch codec {
            case .flac: #expect(encoder.header.count == 34)
            case .aac: #expect(encoder.header.first.map { $0 >> 3 } == 2)
            case .opus, .mp3: break
            }
            return encoder.delay
        }
        #expect(delays == [312, 1105, 1024, 0])
    }
}
