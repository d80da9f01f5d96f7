import Advertising
import Interlude
import MediaTime
import Testing

@Suite("Spots beside true[X]")
struct PodSpotTests {
    @Test("one that is pushed while a unit is shown waits, and is dropped by a credit")
    func credited() async throws {
        let outcome = try await PodSessionScenario(
            pods: [288_000], viewer: "opt-in@1000ms,interact@2000ms,done@8000ms"
        ).at(400_000, .push([.spot(1, frames: 24_000)])).run()
        #expect(outcome.frames(of: "slot.started").isEmpty)
        #expect(outcome.frames(of: "slot.notUsed") == [672_000])
        #expect(outcome.frames(of: "stream.resumed") == [672_000])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("one that is pushed while a card is shown plays after it if there is no credit")
    func uncredited() async throws {
        let outcome = try await PodSessionScenario(pods: [288_000], viewer: "opt-out@2000ms")
            .at(300_000, .push([.spot(1, frames: 24_000)])).run()
        #expect(outcome.frames(of: "slot.started") == [384_000])
        #expect(outcome.frames(of: "slot.completed") == [408_000])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("one that is playing when the placeholder comes plays to its end, and then the card")
    func running() async throws {
        let outcome = try await PodSessionScenario(pods: [288_000], viewer: "opt-out@1000ms")
            .at(280_000, .push([.spot(1, frames: 24_000)])).run()
        #expect(outcome.frames(of: "slot.completed") == [304_000])
        #expect(outcome.frames(of: "stream.held") == [288_000])
        #expect(outcome.frames(of: "truex.started") == [304_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["336000"])
        #expect(outcome.sound[280_384..<303_616] == Sound.spot(0.5, count: 303_616 - 280_384))
        #expect(outcome.sound[304_000..<352_000] == Sound.silence(count: 48_000))
        #expect(try outcome.replayed() == outcome.log)
    }
}
