import Advertising
import Interlude
import Testing

@Suite("Loading in virtual time")
struct NetworkDelayTests {
    @Test("a spot plays when it is loaded, and the stream until then")
    func delays() async throws {
        let outcome = try await Scenario().loading(frames: 7_001)
            .push(24_000, .spot(1, frames: 12_000)).run()
        #expect(outcome.frames(of: "slot.loading") == [24_000])
        #expect(outcome.frames(of: "slot.loaded") == [31_001])
        #expect(outcome.frames(of: "slot.started") == [31_001])
        #expect(outcome.frames(of: "stream.resumed") == [43_001])
        #expect(outcome.sound[24_000..<30_000] == Sound.stream(24_000, count: 6_000))
    }

    @Test("C4: preloaded spots leave no gap")
    func ahead() async throws {
        let outcome = try await Scenario().loading(frames: 9_000).push(
            24_000, .spot(1, frames: 12_000), .spot(2, frames: 12_000)
        ).run()
        #expect(outcome.frames(of: "slot.started") == [33_000, 45_000])
        #expect(outcome.frames(of: "stream.resumed") == [57_000])
    }

    @Test("before the stream, nothing plays while the first spot is loading")
    func preStream() async throws {
        let outcome = try await Scenario().loading(frames: 4_800)
            .push(0, .spot(1, frames: 12_000)).run()
        #expect(outcome.frames(of: "slot.started") == [4_800])
        #expect(outcome.frames(of: "session.playing") == [16_800])
    }

    @Test("a spot fails at the time at which it would have been loaded")
    func failure() async throws {
        let outcome = try await Scenario().loading(frames: 4_800).push(24_000, .broken(1)).run()
        #expect(outcome.frames(of: "slot.failed") == [28_800])
    }

    @Test("a spot that is ignored while it is loading does not play, and delays nothing")
    func ignored() async throws {
        let outcome = try await Scenario().loading(frames: 48_000)
            .push(24_000, .spot(1, frames: 12_000), .spot(2, frames: 12_000))
            .at(30_000, .ignoreAdvertisements).run()
        #expect(outcome.frames(of: "slot.notUsed") == [30_000, 30_000])
        #expect(outcome.frames(of: "slot.started") == [])
        #expect(outcome.sound[24_000..<96_000] == Sound.stream(24_000, count: 72_000))
    }

    @Test("a load that exceeds the time limit fails at its deadline")
    func tooLong() async throws {
        let outcome = try await Scenario(frames: 31 * 48_000).loading(frames: 40 * 48_000)
            .push(4_800, .spot(1, frames: 12_000)).run()
        #expect(outcome.frames(of: "slot.failed") == [4_800 + 30 * 48_000])
        #expect(outcome.frames(of: "slot.started") == [])
    }
}
