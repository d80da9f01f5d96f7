import AdPlayback
import Interlude
import MediaTime
import TestFiles
import TestSignals
import Testing

@Suite("A session's event log")
struct TimelineTests {
    @Test("is exact for two breaks, a failed spot, a push in a spot, a skip and a pause")
    func day() async throws {
        let outcome = try await Scenario(frames: 480_000)
            .push(48_000, .spot(1, frames: 24_000), .broken(2), .spot(3, frames: 12_000))
            .push(60_000, .spot(4, frames: 9_600))
            .at(96_000, .ignoreAdvertisements)
            .at(144_000, .pause).at(168_000, .unpause)
            .push(192_000, .spot(5, frames: 96_000), .spot(6, frames: 4_800))
            .at(216_000, .skip)
            .at(264_000, .streamerMuted).at(312_000, .streamerUnmuted)
            .at(360_000, .setDelay(.seconds(3))).at(408_000, .goLive).run()
        let kept = try KeptText("day", recording: outcome.log)
        #expect(FirstDifference(outcome.log, from: kept.lines) == nil)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is exact for a file with a pre-stream spot, a seek in a break, and an end in a break")
    func file() async throws {
        let outcome = try await Scenario("file:240000", frames: 480_000).policy(.hold)
            .push(0, .spot(1, frames: 24_000))
            .push(72_000, .spot(2, frames: 24_000)).at(84_000, .seek(.seconds(3)))
            .push(168_000, .spot(3, frames: 12_000)).run()
        let kept = try KeptText("file", recording: outcome.log)
        #expect(FirstDifference(outcome.log, from: kept.lines) == nil)
        #expect(try outcome.replayed() == outcome.log)
    }
}
