import AdCues
import AdPlayback
import Advertising
import Foundation
import MediaTime
import Synchronization
import Testing

@testable import Interlude

/// Two spots of 24000 frames at levels 0.5 and 0.25, of which 9600 frames are heard together.
@Suite("E8: ads that crossfade in a session")
struct CrossfadeTests {
    private static let frameCount = 9_600

    private func scenario(_ source: String = "live", frames: Int = 96_000) -> Scenario {
        var scenario = Scenario(source, frames: frames)
        scenario.configuration.crossfade = .frames(Self.frameCount)
        return scenario
    }

    /// What is heard in a crossfade from 0.5 to 0.25, `frame` frames after its first one.
    private static func sample(_ frame: Int) -> Float {
        let angle = Double.pi / 2 * Double(frame) / Double(frameCount)
        return Float(0.5 * cos(angle) + 0.25 * sin(angle))
    }

    @Test("is the sum of both with equal power, and every other sample is as it is without")
    func samples() async throws {
        let outcome = try await scenario()
            .push(24_000, .spot(1, frames: 24_000), .spot(2, frames: 24_000, level: 0.25)).run()
        #expect(outcome.frames(of: "slot.started") == [24_000, 38_400])
        #expect(outcome.frames(of: "slot.firstQuartile") == [30_000, 44_400])
        #expect(outcome.frames(of: "slot.midpoint") == [36_000, 50_400])
        #expect(outcome.frames(of: "slot.thirdQuartile") == [42_000, 56_400])
        #expect(outcome.frames(of: "slot.completed") == [48_000, 62_400])
        #expect(outcome.frames(of: "stream.muted") == [24_000])
        #expect(outcome.frames(of: "stream.resumed") == [62_400])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["62400"])
        #expect(outcome.frames(of: "break.ended") == [62_400])
        #expect(outcome.values("gaps", of: "latency") == ["[]"])
        #expect(outcome.values("adToStream", of: "latency") == ["0"])
        let worst = (0..<Self.frameCount).map {
            abs(outcome.sound.sample(38_400 + $0) - Self.sample($0))
        }
        #expect(worst.allSatisfy { $0 < 1e-6 })
        #expect(outcome.sound[24_384..<38_400] == Sound.spot(0.5, count: 14_016))
        #expect(outcome.sound[48_000..<62_016] == Sound.spot(0.25, count: 14_016))
        #expect(outcome.sound[0..<24_000] == Sound.stream(0, count: 24_000))
        #expect(outcome.sound[62_784..<96_000] == Sound.stream(62_784, count: 33_216))
        let heard = outcome.records.filter { $0.event.hasPrefix("slot.") }.map(\.frame)
        #expect(heard == heard.sorted())
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("holds the stream for the frames that the ads are heard, and no longer")
    func held() async throws {
        let outcome = try await scenario("file:1000000").policy(.hold)
            .push(
                24_000, .spot(1, frames: 24_000), .spot(2, frames: 24_000), .spot(3, frames: 24_000)
            ).run()
        #expect(outcome.frames(of: "slot.started") == [24_000, 38_400, 52_800])
        #expect(outcome.frames(of: "stream.resumed") == [76_800])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["24000"])
        #expect(outcome.sound[77_184..<96_000] == Sound.stream(24_384, count: 18_816))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("does not change where there is no crossfade, whether it is none or 0")
    func none() async throws {
        let (one, two) = (
            Advertisement.spot(1, frames: 24_000), Advertisement.spot(2, frames: 24_000)
        )
        let plain = try await Scenario().push(24_000, one, two).run()
        var zero = Scenario().push(24_000, one, two)
        zero.configuration.crossfade = .zero
        let outcome = try await zero.run()
        #expect(outcome.sound == plain.sound)
        #expect(outcome.log == plain.log)
        #expect(outcome.frames(of: "slot.started") == [24_000, 48_000])
    }

    @Test("lets a skip end the first ad within a plain fade, and the second one goes on")
    func skip() async throws {
        let outcome = try await scenario()
            .push(24_000, .spot(1, frames: 24_000), .spot(2, frames: 24_000, level: 0.25))
            .at(43_200, .skip).run()
        #expect(outcome.frames(of: "slot.skipped") == [43_200])
        #expect(outcome.frames(of: "slot.completed") == [62_400])
        #expect(outcome.frames(of: "stream.resumed") == [62_400])
        #expect(outcome.sound[43_584..<62_016] == Sound.spot(0.25, count: 18_432))
        let samples = (38_400..<48_000).map { outcome.sound.sample($0) }
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($1 - $0) < 0.002 })
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("lets what shows the second ad end it while both are heard")
    func skipSecond() async throws {
        let viewer = Viewer()
        let outcome = try await scenario()
            .push(24_000, .spot(1, frames: 24_000), .spot(2, frames: 24_000, level: 0.25))
            .run { session in
                viewer.session.withLock { $0 = session }
                session.addDelegate(viewer)
            }
        viewer.session.withLock { $0 = nil }
        #expect(outcome.values("spot", of: "slot.skipped") == ["2"])
        #expect(outcome.values("spot", of: "slot.completed") == ["1"])
        #expect(outcome.frames(of: "slot.completed") == [48_000])
        #expect(try outcome.replayed() == outcome.log)
    }

    /// Skips the second ad, by its id, as soon as its banner is shown.
    private final class Viewer: AudioSessionDelegate {
        let session = Mutex<AudioSession?>(nil)

        func showBanner(of advertisement: Advertisement) {
            if advertisement.id == 2 { session.withLock { $0 }?.skip(2) }
        }
    }

    @Test("ends both ads where the break is skipped while both are heard")
    func skipBreak() async throws {
        let outcome = try await scenario()
            .push(24_000, .spot(1, frames: 24_000), .spot(2, frames: 24_000, level: 0.25))
            .at(43_200, .skipBreak).run()
        #expect(outcome.frames(of: "slot.skipped") == [43_200, 43_200])
        #expect(outcome.frames(of: "stream.resumed") == [43_200])
        #expect(outcome.frames(of: "latency") == [43_200])
        #expect(outcome.sound[43_584..<96_000] == Sound.stream(43_584, count: 52_416))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("passes over ads that fail, and begins with the next one that can be heard")
    func failure() async throws {
        let outcome = try await scenario()
            .push(24_000, .spot(1, frames: 24_000), .broken(2), .spot(3, frames: 24_000)).run()
        #expect(outcome.values("spot", of: "slot.completed") == ["1", "3"])
        #expect(outcome.frames(of: "slot.started") == [24_000, 38_400])
        #expect(outcome.frames(of: "stream.resumed") == [62_400])
    }

    @Test("of an ad that is pushed while the last one is heard takes what is left of that one")
    func pushed() async throws {
        let outcome = try await scenario()
            .push(24_000, .spot(1, frames: 24_000))
            .push(45_600, .spot(2, frames: 24_000, level: 0.25)).run()
        #expect(outcome.frames(of: "slot.started") == [24_000, 45_600])
        #expect(outcome.frames(of: "slot.completed") == [48_000, 69_600])
        #expect(outcome.frames(of: "stream.resumed") == [69_600])
        let samples = (45_599..<48_001).map { outcome.sound.sample($0) }
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($1 - $0) < 0.001 })
    }

    @Test("makes a marked break end with its ads, before which the stream is not heard")
    func marked() async throws {
        let outcome = try await scenario(frames: 192_000)
            .cue(.out(duration: .seconds(1)), at: 96_000)
            .filling(.spot(0, frames: 24_000), .spot(0, frames: 24_000, level: 0.25)).run()
        #expect(outcome.frames(of: "slot.started") == [96_000, 110_400])
        #expect(outcome.frames(of: "stream.resumed") == [134_400])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["134400"])
        #expect(outcome.sound[134_784..<192_000] == Sound.stream(134_784, count: 57_216))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("makes room for another spot that fills a marked break")
    func fill() async throws {
        let outcome = try await scenario(frames: 288_000)
            .cue(.out(duration: .seconds(2)), at: 96_000)
            .filling(.spot(0, frames: 36_000)).run()
        #expect(outcome.frames(of: "slot.started") == [96_000, 122_400, 148_800])
        #expect(outcome.frames(of: "slot.completed") == [132_000, 158_400, 184_800])
        #expect(outcome.frames(of: "stream.resumed") == [184_800])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "counts in the length of a break with so many frames and spots of these lengths in turn",
        arguments: [
            (88_800, 9_600, [36_000], 3, 88_800), (88_799, 9_600, [36_000], 2, 62_400),
            (54_000, 240_000, [36_000], 2, 54_000), (53_999, 240_000, [36_000], 1, 36_000),
            (41_000, 9_600, [36_000, 10_000], 2, 41_000),
            (72_000, 9_600, [36_000, 10_000], 3, 72_000), (72_000, 0, [36_000], 2, 72_000),
            (71_999, 0, [36_000], 1, 36_000),
        ] as [(Int, Int, [Int], Int, Int)])
    func fillLength(
        breakLength: Int, crossfade: Int, lengths: [Int], spotCount: Int, frameCount: Int
    ) {
        let spots = lengths.map { length in
            var spot = Advertisement.spot(0, frames: length)
            spot.duration = .frames(length)
            return spot
        }
        var rotation = FillRotation(spots, crossfadeFrameCount: crossfade)
        let chosen = rotation.choose(for: breakLength)
        #expect(chosen.spots.count == spotCount)
        #expect(chosen.frameCount == frameCount)
    }

    @Test("is at most five seconds, and none of a negative length")
    func bounds() {
        for (length, frameCount) in [
            (Duration.seconds(9), 240_000), (.seconds(5), 240_000), (.seconds(-1), 0),
        ] {
            var configuration = SessionConfiguration(source: "live")
            configuration.crossfade = length
            #expect(
                BreakEngine(configuration).manager.configuration.crossfadeFrameCount == frameCount)
        }
    }
}
