import AdPlayback
import Interlude
import MediaTime
import PCMAudio
import Testing

@Suite("A ducked break in a session")
struct DuckTests {
    /// The break lasts from 48000 to 144000: an attack of 7200 and a release of 28800 frames.
    private func scenario(volume: Float = 1) -> Scenario {
        Scenario(frames: 192_000).policy(.duck).volume(volume)
            .push(48_000, .spot(1, frames: 96_000))
    }

    @Test("E6: the stream goes on under the spot, 14 dB down", arguments: [1, 0.3] as [Float])
    func under(volume: Float) async throws {
        let outcome = try await scenario(volume: volume).run()
        let level = volume * AudioFocus.duck
        for frame in stride(from: 48_000 + 7_200, to: 144_000 - 28_800, by: 97) {
            let expected = Float(frame) / 16_777_216 * level + 0.5 * volume
            #expect(abs(outcome.sound.sample(frame) - expected) < 1e-7)
        }
        #expect(outcome.sound[0..<48_000] == Sound.stream(0, count: 48_000, gain: volume))
        #expect(
            outcome.sound[144_000..<192_000]
                == Sound.stream(144_000, count: 48_000, gain: volume))
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["144000"])
        #expect(outcome.frames(of: "stream.ducked") == [48_000])
    }

    @Test("the gain has no step at its attack, its release, or a change of volume in either")
    func continuous() async throws {
        let outcome = try await scenario().at(50_000, .setVolume(Gain(linear: 0.5)))
            .at(130_000, .setVolume(.unity)).at(143_900, .setVolume(Gain(linear: 0.5))).run()
        // A ramp of 384 frames over half of the range is π/2 times its mean slope at its steepest.
        let steepest: Float = 0.6 * 1.571 / 384
        let step = (1..<192_000).first {
            abs(outcome.sound.sample($0) - outcome.sound.sample($0 - 1)) > steepest
        }
        #expect(step == nil)
    }

    @Test("a stream that its streamer has muted stays silent, and the spot is untouched")
    func mutedStream() async throws {
        let outcome = try await scenario().at(24_000, .streamerMuted).run()
        #expect(outcome.sound[24_384..<48_000] == Sound.spot(0.25, count: 48_000 - 24_384))
        #expect(outcome.sound[48_384..<143_616] == Sound.spot(0.5, count: 143_616 - 48_384))
        #expect(outcome.sound[144_384..<192_000] == Sound.spot(0.25, count: 192_000 - 144_384))
    }

    @Test("loud spots over a loud stream stay under the ceiling, and a quiet sum is unchanged")
    func limited() async throws {
        let outcome = try await Scenario(frames: 192_000).policy(.duck)
            .at(24_000, .setVolume(Gain(linear: 1.5)))
            .push(48_000, .spot(1, frames: 96_000, level: 0.9)).run()
        let loudest = (55_200..<115_200).map { outcome.sound.sample($0) }.max() ?? 0
        #expect(loudest <= 0.891_251)
        #expect(loudest > 0.8)
    }
}
