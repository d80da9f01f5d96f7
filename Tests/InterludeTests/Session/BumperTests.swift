import AdCues
import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// What is heard before and after the ads of a break.
@Suite("A bumper")
struct BumperTests {
    /// Bumpers of 4800 and 2400 frames.
    private static let bumpers = BreakBumpers(
        opening: .spot(0, frames: 4_800, level: 0.25),
        closing: .spot(0, frames: 2_400, level: 0.125))

    private func scenario(
        _ bumpers: BreakBumpers = Self.bumpers, frames: Int = 96_000
    ) -> Scenario {
        var scenario = Scenario(frames: frames)
        scenario.configuration.bumpers = bumpers
        return scenario
    }

    @Test("E14: is heard before and after the ads of a marked break, which include it")
    func marked() async throws {
        let bumpers = BreakBumpers(
            opening: .spot(0, frames: 24_000, level: 0.25),
            closing: .spot(0, frames: 12_000, level: 0.125))
        let outcome = try await scenario(bumpers, frames: 288_000)
            .cue(.out(duration: .seconds(3)), at: 96_000)
            .filling(.spot(0, frames: 48_000)).run()
        #expect(outcome.frames(of: "slot.started") == [96_000, 120_000, 168_000, 216_000])
        #expect(
            outcome.values("bumper", of: "slot.started")
                == ["\"in\"", "none", "none", "\"out\""])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["228000"])
        #expect(outcome.values("spots", of: "break.announced") == ["2"])
        #expect(outcome.values("played", of: "break.ended") == ["2"])
        #expect(outcome.sound[96_384..<120_000] == Sound.spot(0.25, count: 23_616))
        #expect(outcome.sound[216_000..<227_616] == Sound.spot(0.125, count: 11_616))
        #expect(outcome.sound[0..<96_000] == Sound.stream(0, count: 96_000))
        #expect(outcome.sound[228_384..<288_000] == Sound.stream(228_384, count: 59_616))
        var timeline = AdTimeline()
        for record in outcome.records { timeline.note(record) }
        #expect(timeline.breaks.map(\.ads.count) == [2])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is left out with a break that no ad fits beside it")
    func nothingFits() async throws {
        let outcome = try await scenario(frames: 240_000)
            .cue(.out(duration: .seconds(1)), at: 96_000)
            .filling(.spot(0, frames: 48_000)).run()
        #expect(outcome.frames(of: "slot.started").isEmpty)
        #expect(outcome.values("reason", of: "break.dropped") == ["\"nothingFits\""])
        #expect(outcome.sound[0..<240_000] == Sound.stream(0, count: 240_000))
    }

    @Test("E14: is heard before and after pushed ads, and once after those that join them")
    func pushed() async throws {
        let outcome = try await scenario()
            .push(24_000, .spot(1, frames: 24_000))
            .push(30_000, .spot(2, frames: 12_000)).run()
        #expect(outcome.frames(of: "slot.started") == [24_000, 28_800, 52_800, 64_800])
        #expect(
            outcome.values("bumper", of: "slot.started")
                == ["\"in\"", "none", "none", "\"out\""])
        #expect(outcome.frames(of: "stream.resumed") == [67_200])
        #expect(outcome.values("played", of: "break.ended") == ["2"])
        let reports = outcome.adCalls.filter { $0.hasPrefix("FINISHED") }
        #expect(reports == ["FINISHED 1", "FINISHED 2"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("that cannot be loaded is left out, and the break is as it would be without it")
    func broken() async throws {
        let outcome = try await scenario(BreakBumpers(opening: .broken(0), closing: .broken(0)))
            .push(24_000, .spot(1, frames: 24_000)).run()
        #expect(outcome.frames(of: "slot.started") == [24_000])
        #expect(outcome.frames(of: "stream.resumed") == [48_000])
        #expect(outcome.values("failed", of: "break.ended") == ["0"])
        #expect(outcome.values("bumper", of: "slot.failed").allSatisfy { $0 != "none" })
    }

    @Test("is not heard in a break of which no ad can be heard")
    func alone() async throws {
        let outcome = try await scenario().push(24_000, .broken(1)).run()
        #expect(outcome.frames(of: "slot.started").isEmpty)
        #expect(
            outcome.values("reason", of: "slot.notUsed")
                == ["\"withoutAds\"", "\"withoutAds\""])
        #expect(outcome.frames(of: "break.ended").count == 1)
        #expect(outcome.sound[0..<96_000] == Sound.stream(0, count: 96_000))
    }

    @Test("ends with its break where the listener skips that")
    func skipped() async throws {
        let outcome = try await scenario().push(24_000, .spot(1, frames: 24_000))
            .at(36_000, .skipBreak).run()
        #expect(outcome.frames(of: "slot.started") == [24_000, 28_800])
        #expect(outcome.frames(of: "stream.resumed") == [36_000])
    }

    @Test(
        "is no way around an ad that can be skipped later only",
        arguments: [
            (.atOnce, [24_000]), (.from(.time(.milliseconds(100))), [24_000, 28_800, 52_800]),
        ] as [(Advertisement.Skipping, [Int])])
    func skippedBeforeItsAd(skipping: Advertisement.Skipping, starts: [Int]) async throws {
        var ad = Advertisement.spot(1, frames: 24_000)
        ad.skipping = skipping
        // No recording of it is replayed: only the ads of a server forbid that, and their answers are
        // what it keeps.
        let outcome = try await scenario().push(24_000, ad).at(26_000, .skipBreak).run()
        #expect(outcome.frames(of: "slot.started") == starts)
    }

    @Test("is not heard beside media that the playlist of the stream names")
    func interstitial() async throws {
        let outcome = try await scenario(frames: 288_000)
            .interstitial("X-ASSET-URI=\"48000x0.5\"", at: 96_000).run()
        #expect(outcome.frames(of: "slot.started") == [96_000])
        #expect(outcome.frames(of: "stream.resumed") == [144_000])
    }
}
