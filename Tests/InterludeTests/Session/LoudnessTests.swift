import AdPlayback
import Interlude
import MediaTime
import TestServers
import TestSignals
import Testing

@Suite("The loudness of spots in a session", .timeLimit(.minutes(5)))
struct LoudnessTests {
    private static let second = FrameTime.rate

    private static func programme(_ loudness: Double, seconds: Int) throws -> Signal {
        try .noise(at: loudness, frames: seconds * second)
    }

    @Test("E10: matches the programme within 0.5 LU, and a very quiet one is raised by 9 dB")
    func matched() async throws {
        var stage = try LoudnessStage(Self.programme(-18, seconds: 80))
        let loudnesses: [Double] = [-27, -23, -14, -8, -35]
        for (index, loudness) in loudnesses.enumerated() {
            try stage.push(
                (12 + 12 * index) * Self.second, .noise(at: loudness, frames: 5 * Self.second))
        }
        let outcome = try await stage.run()
        let programme = try outcome.loudness(of: 0..<12 * Self.second).integrated
        #expect(programme == -18)
        let heard = try outcome.spotRanges.map { try outcome.loudness(of: $0) }
        #expect(heard.count == 5)
        for spot in heard.prefix(4) { #expect(abs(spot.integrated - programme) <= 0.5) }
        #expect(abs(heard[4].integrated - -26) <= 0.1)
        let gains = outcome.values("gain", of: "slot.started").compactMap(Double.init)
        for (gain, wanted) in zip(gains, [9.0, 5, -4, -10, 9]) {
            #expect(abs(gain - wanted) < 0.15)
        }
        #expect(gains.count == 5)
        #expect(try outcome.replayed() == outcome.log)
    }

    /// Noise of −27 LUFS with a short burst near full scale twice a second, with peaks between
    /// samples.
    private static func crested() throws -> Signal {
        var noise = try Signal.noise(at: -27, frames: 6 * second)
        for burst in stride(from: second / 2, to: 6 * second, by: second / 2) {
            for frame in burst..<burst + 60 {
                let sample: Float = (frame / 2) % 2 == 0 ? 0.95 : -0.95
                noise.samples[2 * frame] = sample
                noise.samples[2 * frame + 1] = -sample
            }
        }
        return noise
    }

    @Test(
        "is reached without a true peak above -1 dBTP in the break",
        arguments: [.match, .fixed(-16), .r128] as [LoudnessProfile], BreakPolicy.allCases)
    func peaks(profile: LoudnessProfile, policy: BreakPolicy) async throws {
        var stage = try LoudnessStage(Self.programme(-18, seconds: 30), profile)
        stage.policy(policy)
        let hot = Signal.tone(
            frequency: 12_000, level: .unity, frameCount: 2 * Self.second, phase: .pi / 4)
        try stage.push(12 * Self.second, Self.crested(), hot, Self.crested())
        let outcome = try await stage.run()
        let spots = outcome.spotRanges
        #expect(spots.count == 3)
        let peak = try outcome.loudness(of: spots[0].lowerBound..<spots[2].upperBound).truePeak
        #expect(peak <= -1)
        // The limiter had something to do.
        #expect(peak >= -4)
    }

    @Test("stays the spot's own, to the bit between its ramps, if matching is off")
    func off() async throws {
        let spot = try Self.crested()
        var stage = try LoudnessStage(Self.programme(-18, seconds: 20), .off)
        try stage.push(12 * Self.second, spot)
        let outcome = try await stage.run()
        let range = try #require(outcome.spotRanges.first)
        let inner = 384..<spot.frameCount - 384
        #expect(
            outcome.sound[range.lowerBound + 384..<range.upperBound - 384]
                == Sound.of(spot)[inner])
        #expect(outcome.values("gain", of: "slot.started") == ["none"])
    }

    @Test("follows what was heard before the spot, however far ahead the programme is decoded")
    func pastOnly() async throws {
        let quiet = try Signal.noise(at: -28, frames: 12 * Self.second)
        let loud = try Signal.noise(at: -12, frames: 30 * Self.second, seed: 2)
        var stage = try LoudnessStage(Signal(samples: quiet.samples + loud.samples))
        let spot = try Signal.noise(at: -23, frames: 3 * Self.second)
        try stage.push(12 * Self.second, spot)
        let outcome = try await stage.run()
        let range = try #require(outcome.spotRanges.first)
        #expect(try abs(outcome.loudness(of: range).integrated - -28) <= 0.2)
    }

    @Test("is -18 LUFS if less than ten seconds of programme were heard, or only silence")
    func tooLittle() async throws {
        let silence = Signal(samples: [Float](repeating: 0, count: 2 * 12 * Self.second))
        let loud = try Self.programme(-10, seconds: 16)
        let spot = try Signal.noise(at: -23, frames: 3 * Self.second)
        var stage = try LoudnessStage(Signal(samples: silence.samples + loud.samples))
        try stage.push(0, spot)
        try stage.push(14 * Self.second, spot)
        let outcome = try await stage.run()
        let heard = try outcome.spotRanges.map { try outcome.loudness(of: $0).integrated }
        #expect(heard.count == 2)
        for loudness in heard { #expect(abs(loudness - -18) <= 0.2) }
    }

    @Test("counts the programme from before a seek, and none of the spots")
    func afterSeek() async throws {
        var stage = try LoudnessStage(Self.programme(-20, seconds: 120))
        let spot = try Signal.noise(at: -14, frames: 20 * Self.second)
        stage.at(8 * Self.second, .seek(.seconds(60)))
        try stage.push(9 * Self.second, spot)
        // Fewer than three seconds of programme have played since the seek.
        try stage.push(31 * Self.second, spot)
        let outcome = try await stage.run()
        let gains = outcome.values("gain", of: "slot.started").compactMap(Double.init)
        #expect(gains.count == 2)
        // Nine seconds are too few, eleven are enough.
        #expect(abs(gains[0] - -4) < 0.1)
        #expect(abs(gains[1] - -6) < 0.1)
    }

    /// How `programme` is served at an address.
    private static func answer(with programme: Signal, as kind: SourceFacts.Kind)
        -> [FaultServer.Step]
    {
        switch kind {
        case .file, .pipe: .answer(Array(Sound.of(programme).file), type: "audio/wav")
        case .live:
            [
                .head("200 OK", "Content-Type: audio/wav", "icy-name: test"),
                .send(WAVBytes.header()), .send(WAVBytes.body(programme.samples)), .stall,
            ]
        }
    }

    @Test(
        "matches a programme from an address, recorded or live",
        arguments: [.file, .live] as [SourceFacts.Kind])
    func fromAddress(kind: SourceFacts.Kind) async throws {
        let programme = try Self.programme(-22, seconds: 16)
        let server = FaultServer { _, _ in Self.answer(with: programme, as: kind) }
        defer { server.stop() }
        var stage = try LoudnessStage(at: server.address("/a"), frames: 15 * Self.second)
        try stage.push(11 * Self.second, .noise(at: -14, frames: 3 * Self.second))
        let outcome = try await stage.run()
        let range = try #require(outcome.spotRanges.first, "\(outcome.end)")
        #expect(try abs(outcome.loudness(of: range).integrated - -22) <= 0.2)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is the same in every run, to the bit")
    func repeatable() async throws {
        var stage = try LoudnessStage(Self.programme(-18, seconds: 30))
        try stage.push(12 * Self.second, Self.crested())
        let one = try await stage.run()
        let other = try await stage.run()
        #expect(one.sound == other.sound)
        #expect(one.log == other.log)
        #expect(try one.replayed() == one.log)
    }
}
