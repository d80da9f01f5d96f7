import AdPlayback
import Foundation
import MediaTime
import Testing

@Suite("Replay of true[X]")
struct TruexReplayTests {
    /// What a recording makes of it.
    private func recorded<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test("a unit does the same again from what was recorded of it")
    func units() throws {
        for seed in 0..<100 as Range<UInt64> {
            var course = UnitCourse(seed: seed)
            course.run(steps: 30)
            var again = TruexRendererMachine(try recorded(course.machine.setup))
            for line in try recorded(course.events) {
                _ = again.receive(line.event, at: line.time)
            }
            #expect(again == course.machine)
        }
    }

    @Test("a stream is led the same way again from what was recorded of it")
    func streams() throws {
        for seed in 0..<100 as Range<UInt64> {
            var course = PodCourse(seed: seed)
            course.run(steps: 40)
            var again = TruexCoordinator(policy: try recorded(course.coordinator.policy))
            for line in try recorded(course.events) {
                _ = again.receive(line.event, at: line.time)
            }
            #expect(again == course.coordinator)
        }
    }
}
