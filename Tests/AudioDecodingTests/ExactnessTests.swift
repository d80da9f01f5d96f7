import AudioDecoding
import TestSignals
import Testing

@Suite("Exactness")
struct ExactnessTests {
    /// Each sample is its own number times 2^-20.
    static let ramp = "n/1048576|-n/1048576"

    @Test(
        "48 kHz comes through bit for bit",
        arguments: ["pcm_f32le", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f64le", "flac"])
    func unchanged(codec: String) throws {
        let name = codec == "flac" ? "a.flac" : "a.wav"
        let bytes = try Samples.encoded(
            ["-c:a", codec], to: name, rate: 48_000, count: 30_000, expression: Self.ramp)
        let pcm = try Samples.reference(of: bytes, named: name)
        let samples = try decode(bytes).samples
        #expect(FirstDifference(samples, from: pcm) == nil)
        #expect(samples.count == 60_000)
        if codec == "pcm_f32le" {
            #expect(samples[2 * 29_999] == Float(29_999) / 1_048_576)
        }
    }

    @Test("E13: mono plays at full level on both sides", arguments: [48_000, 44_100])
    func mono(rate: Int) throws {
        let spot = try decode(
            Samples.encoded(
                ["-c:a", "pcm_f32le"], to: "mono.wav", rate: rate,
                expression: "sin(2*PI*440*t)/2"))
        #expect(FirstDifference(spot.channel(0), from: spot.channel(1)) == nil)
        #expect(abs(spot.channel(0).max()! - 0.5) < 0.001)
    }

    @Test("E13: more than two channels become two that do not clip")
    func surround() throws {
        let spot = try decode(
            Samples.encoded(
                ["-c:a", "pcm_f32le"], to: "surround.wav", rate: 48_000, count: 4800,
                expression: "1|0|1|0|1|0:c=5.1"))
        #expect(spot.frameCount == 4800)
        #expect(spot.channel(0).allSatisfy { $0 <= 1.0001 && $0 > 0.9 })
        #expect(spot.description.channelCount == 6)
    }

    @Test(
        "E13: a resampled file lasts as long as it did",
        arguments: [8000, 11_025, 16_000, 22_050, 32_000, 44_000, 88_200, 96_000])
    func length(rate: Int) throws {
        let spot = try decode(
            Samples.encoded(["-c:a", "pcm_s16le"], to: "a.wav", rate: rate, count: 12_345))
        #expect(spot.frameCount == (12_345 * 48_000 + rate - 1) / rate)
    }

    @Test(
        "a spot from an offset on has the samples after it, bit for bit",
        arguments: [0, 1, 5000, 29_999])
    func offset(frameCount: Int) throws {
        let bytes = try Samples.encoded(
            ["-c:a", "flac"], to: "a.flac", rate: 48_000, count: 30_000, expression: Self.ramp)
        let whole = try decode(bytes).samples
        let rest = try decode(bytes, from: .frames(frameCount)).samples
        #expect(FirstDifference(rest, from: Array(whole[(2 * frameCount)...])) == nil)
        #expect(rest.count == 2 * (30_000 - frameCount))
    }

    @Test("a spot from an offset behind its end has no sound")
    func offsetBehindEnd() throws {
        let bytes = try Samples.encoded(
            ["-c:a", "flac"], to: "a.flac", rate: 48_000, count: 30_000, expression: Self.ramp)
        let error = #expect(throws: DecodingError.self) {
            _ = try decode(bytes, from: .frames(30_000))
        }
        guard case .noSound? = error else {
            Issue.record("it is \(String(describing: error))")
            return
        }
    }
}
