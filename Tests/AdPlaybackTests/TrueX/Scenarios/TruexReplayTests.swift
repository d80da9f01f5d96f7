import AdPlayback
import Foundation
import MediaTime
import Testing

@Suite("Replay of true[X]")
struct TruexReplayTests {
    /// The value after encoding and decoding.
    private func recorded<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test("a unit behaves the same when replayed from its recording")
    func units() throws {
        for seed in 0..<100 as Range<UInt64> {
            var scenario = UnitScenario(seed: seed)
            scenario.run(steps: 30)
            var again = TruexRendererMachine(try recorded(scenario.machine.setup))
            for line in try recorded(scenario.events) {
                _ = again.receive(line.event, at: line.time)
            }
            #expect(again == scenario.machine)
        }
    }

    @Test("a stream is controlled the same way when replayed from its recording")
    func streams() throws {
        for seed in 0..<100 as Range<UInt64> {
            var scenario = PodScenario(seed: seed)
            scenario.run(steps: 40)
            var again = TruexCoordinator(policy: try recorded(scenario.coordinator.policy))
            for line in try recorded(scenario.events) {
                _ = again.receive(line.event, at: line.time)
            }
            #expect(again == scenario.coordinator)
        }
    }
}
