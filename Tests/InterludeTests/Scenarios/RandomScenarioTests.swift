import Foundation
import Testing

@Suite("Random scenarios of a session")
struct RandomScenarioTests {
    private static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

    /// 1170 has found that the loudness of a stream was requested after the end of the session.
    private static let seeds = isFull ? Array(0..<100_000) : Array(0..<500) + [1170] as [UInt64]

    @Test("break no rule, whatever events come in any order")
    func breakNoRule() {
        var visits: [RandomScenario.Step: Int] = [:]
        var occasions: [OptionRules.Occasion: Int] = [:]
        for seed in Self.seeds {
            var scenario = RandomScenario(seed: seed)
            scenario.run(steps: 120)
            visits.merge(scenario.visits, uniquingKeysWith: +)
            occasions.merge(scenario.witness.occasions, uniquingKeysWith: +)
            if let complaint = scenario.complaint {
                Issue.record("\(complaint)\n\(scenario.story)")
                return
            }
        }
        for step in RandomScenario.Step.allCases {
            #expect(visits[step, default: 0] >= 40, "\(step)")
        }
        for occasion in OptionRules.Occasion.allCases {
            #expect(occasions[occasion, default: 0] > 0, "\(occasion)")
        }
    }
}
