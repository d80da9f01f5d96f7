import AdPlayback
import Foundation
import MediaTime
import Testing

@Suite("Random courses of a unit")
struct UnitCourseTests {
    static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

    @Test("break no rule, whatever comes in whatever order")
    func breakNoRule() {
        var visits: [String: Int] = [:]
        for seed in 0..<(Self.isFull ? 100_000 : 3000) as Range<UInt64> {
            var course = UnitCourse(seed: seed)
            course.run(steps: 30)
            visits.merge(course.visits, uniquingKeysWith: +)
            if let complaint = course.complaint {
                Issue.record("\(complaint)\n\(course.events)")
                return
            }
        }
        let table = VisitTable(
            visits, states: UnitStateKind.allCases.map(\.rawValue),
            events: UnitEventKind.allCases.map(\.rawValue))
        if Self.isFull { print(table) }
        #expect(table.least(1) == [])
    }

    @Test("notice a renderer that is broken", arguments: UnitFault.allCases)
    func noticeFaults(fault: UnitFault) {
        let caught = (0..<300 as Range<UInt64>).contains { seed in
            var course = UnitCourse(seed: seed, fault: fault)
            course.run(steps: 30)
            return course.complaint != nil
        }
        #expect(caught, "no course notices: \(fault)")
    }
}
