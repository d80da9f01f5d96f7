import AdPlayback
import Advertising
import Interlude
import Synchronization
import Testing

@Suite("An app that takes advertisements as they are announced (rules M11, M12, X9)")
struct HandOutTests {
    /// Takes one advertisement whenever some are available.
    private final class Taker: AdvertisementDelegate {
        private let state = Mutex<(source: (any Advertisements & Sendable)?, taken: [Int?])>(
            (nil, []))

        var taken: [Int?] { state.withLock { $0.taken } }

        func takes(from source: any Advertisements & Sendable) {
            state.withLock { $0.source = source }
        }

        func onAdvertisementAvailable() {
            let next = state.withLock { $0.source }?.getAdvertisement()
            state.withLock { $0.taken.append(next?.id) }
        }
    }

    /// Plays `scenario` with a delegate that takes the available advertisements.
    private static func play(_ scenario: Scenario) async throws -> (Outcome, taken: [Int?]) {
        let taker = Taker()
        let outcome = try await scenario.run { session in
            taker.takes(from: session.advertisements)
            session.advertisements.addObserver(advertisementDelegate: taker)
        }
        return (outcome, taker.taken)
    }

    @Test("gets each of them if it plays them itself, and the session plays none")
    func byApp() async throws {
        var scenario = Scenario().push(12_000, .spot(1, frames: 4800)).push(
            24_000, .spot(2, frames: 4800))
        scenario.configuration.adPlayback = .byApp
        let (outcome, taken) = try await Self.play(scenario)
        #expect(taken == [1, 2])
        #expect(outcome.frames(of: "slot.started") == [])
        #expect(outcome.adCalls == ["available", "available", "FINISHED 1", "ABORTED 2", "end"])
        #expect(try outcome.replayed() == outcome.log)
    }

    /// Drops all available advertisements.
    private final class Dropper: AdvertisementDelegate {
        private let source = Mutex<(any Advertisements & Sendable)?>(nil)

        func drops(from source: any Advertisements & Sendable) {
            self.source.withLock { $0 = source }
        }

        func onAdvertisementAvailable() {
            source.withLock { $0 }?.ignoreReceivedAdvertisements()
        }
    }

    @Test("gets none that it has ignored, and none of these is reported")
    func ignoring() async throws {
        let dropper = Dropper()
        var scenario = Scenario().push(12_000, .spot(1, frames: 4800), .spot(2, frames: 4800))
        scenario.configuration.adPlayback = .byApp
        let outcome = try await scenario.run { session in
            dropper.drops(from: session.advertisements)
            session.advertisements.addObserver(advertisementDelegate: dropper)
        }
        #expect(outcome.adCalls == ["available", "end"])
        #expect(
            outcome.values("reason", of: "slot.notUsed") == ["\"ignored\"", "\"ignored\""])
    }

    @Test("gets those that wait for their turn if the session plays them, in the log's order")
    func automatic() async throws {
        let (outcome, taken) = try await Self.play(
            Scenario().push(12_000, .spot(1, frames: 4800), .spot(2, frames: 4800)))
        #expect(taken == [2])
        #expect(outcome.frames(of: "slot.started") == [12_000])
        #expect(try outcome.replayed() == outcome.log)
    }
}
