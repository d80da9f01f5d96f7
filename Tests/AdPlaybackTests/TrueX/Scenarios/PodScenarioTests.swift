import AdPlayback
import Testing

@Suite("Random scenarios of a stream with true[X]")
struct PodScenarioTests {
    @Test("break no rule, whatever events come in any order")
    func breakNoRule() {
        guard let visits = PodScenario.visits(inScenarios: 1500, ofSteps: 80) else { return }
        let table = VisitTable(
            visits, states: TruexCoordinator.Phase.allCases.map(\.rawValue),
            events: PodEventKind.allCases.map(\.rawValue))
        if isFull { print(table) }
        #expect(table.least(1) == [])
    }

    @Test("detect a coordinator that is broken", arguments: PodFault.allCases)
    func noticeFaults(fault: PodFault) {
        #expect(PodScenario.notices(fault, inSteps: 80), "no scenario notices: \(fault)")
    }
}
