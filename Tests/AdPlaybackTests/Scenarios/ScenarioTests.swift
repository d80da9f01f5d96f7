import AdPlayback
import MediaTime
import Testing

@Suite("Random scenarios")
struct ScenarioTests {
    @Test("D3: break no rule, whatever events come in any order")
    func breakNoRule() {
        guard let visits = Scenario.visits(inScenarios: 3000, ofSteps: 60) else { return }
        let table = VisitTable(
            visits, states: PhaseKind.allCases.map(\.rawValue),
            events: EventKind.allCases.map(\.rawValue))
        if isFull { print(table) }
        // No layout is made without an open stream, so none can be refused.
        #expect(table.least(isFull ? 1000 : 1) == ["closed layoutRefused"])
    }

    @Test("detect a manager that is broken", arguments: Fault.allCases)
    func noticeFaults(fault: Fault) {
        #expect(Scenario.notices(fault, inSteps: 60), "no scenario notices: \(fault)")
    }

    @Test("give the same result when replayed from their events")
    func replay() {
        for seed in 0..<200 as Range<UInt64> {
            var scenario = Scenario(seed: seed)
            scenario.run(steps: 60)
            var again = Subject(scenario.subject.manager.configuration, fault: nil)
            var heardEnd = FrameTime.zero
            for event in scenario.events {
                if case .told(.heard(let time)) = event { heardEnd = max(heardEnd, time) }
                _ = again.receive(event, at: heardEnd)
            }
            #expect(again.manager == scenario.subject.manager)
        }
    }
}
