import AdPlayback
import MediaTime
import Testing

@Suite("Random scenarios")
struct ScenarioTests {
    @Test("break no rule, whatever comes in whatever order")
    func breakNoRule() {
        guard let visits = Scenario.visits(inScenarios: 3000, ofSteps: 60) else { return }
        let table = VisitTable(
            visits, states: PhaseKind.allCases.map(\.rawValue),
            events: EventKind.allCases.map(\.rawValue))
        if isFull { print(table) }
        // Where nothing is open no layout is made, so none can be refused.
        #expect(table.least(isFull ? 1000 : 1) == ["closed layoutRefused"])
    }

    @Test("notice a manager that is broken", arguments: Fault.allCases)
    func noticeFaults(fault: Fault) {
        #expect(Scenario.notices(fault, inSteps: 60), "no scenario notices: \(fault)")
    }

    @Test("run again from their events come out the same")
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
