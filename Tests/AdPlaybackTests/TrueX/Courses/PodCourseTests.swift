import AdPlayback
import Foundation
import MediaTime
import Testing

@Suite("Random courses of a stream with true[X]")
struct PodCourseTests {
    static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

    @Test("break no rule, whatever comes in whatever order")
    func breakNoRule() {
        var visits: [String: Int] = [:]
        for seed in 0..<(Self.isFull ? 100_000 : 1500) as Range<UInt64> {
            var course = PodCourse(seed: seed)
            course.run(steps: 80)
            visits.merge(course.visits, uniquingKeysWith: +)
            if let complaint = course.complaint {
                Issue.record("\(complaint)\n\(course.events)")
                return
            }
        }
        let table = VisitTable(
            visits, states: TruexCoordinator.Phase.allCases.map(\.rawValue),
            events: PodEventKind.allCases.map(\.rawValue))
        if Self.isFull { print(table) }
        #expect(table.least(1) == [])
    }

    @Test("notice a coordinator that is broken", arguments: PodFault.allCases)
    func noticeFaults(fault: PodFault) {
        let caught = (0..<300 as Range<UInt64>).contains { seed in
            var course = PodCourse(seed: seed, fault: fault)
            course.run(steps: 80)
            return course.complaint != nil
        }
        #expect(caught, "no course notices: \(fault)")
    }
}
