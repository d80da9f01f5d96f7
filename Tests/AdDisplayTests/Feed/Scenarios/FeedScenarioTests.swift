import AdDisplay
import Foundation
import Testing

@Suite("Random scenarios of a feed")
struct FeedScenarioTests {
    static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

    @Test("break no rule, whatever events come in any order")
    func breakNoRule() {
        var counts: [FeedScenario.Step: Int] = [:]
        for seed in 0..<(Self.isFull ? 20_000 : 1000) as Range<UInt64> {
            var scenario = FeedScenario(seed: seed)
            scenario.run(stepCount: 60)
            for step in scenario.steps { counts[step, default: 0] += 1 }
            if let complaint = scenario.complaint {
                Issue.record("seed \(seed): \(complaint)\n\(scenario.steps)\n\(scenario.stage.log)")
                return
            }
        }
        for step in FeedScenario.Step.allCases { #expect(counts[step, default: 0] > 1000) }
    }
}
