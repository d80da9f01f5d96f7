import AdPlayback
import Testing

@Suite("Random scenarios of a unit")
struct UnitScenarioTests {
    @Test("break no rule, whatever events come in any order")
    func breakNoRule() {
        guard let visits = UnitScenario.visits(inScenarios: 5000, ofSteps: 30) else { return }
        let table = VisitTable(
            visits, states: UnitStateKind.allCases.map(\.rawValue),
            events: UnitEventKind.allCases.map(\.rawValue))
        if isFull { print(table) }
        #expect(table.least(1) == [])
    }

    @Test("detect a renderer that is broken", arguments: UnitFault.allCases)
    func noticeFaults(fault: UnitFault) {
        #expect(UnitScenario.notices(fault, inSteps: 30), "no scenario notices: \(fault)")
    }
}
