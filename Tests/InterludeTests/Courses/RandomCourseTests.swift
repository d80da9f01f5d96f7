import Foundation
import Testing

@Suite("Random courses of a session")
struct RandomCourseTests {
    private static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

    @Test("break no rule, whatever comes in whatever order")
    func breakNoRule() {
        var visits: [RandomCourse.Step: Int] = [:]
        for seed in 0..<(Self.isFull ? 100_000 : 1100) as Range<UInt64> {
            var course = RandomCourse(seed: seed)
            course.run(steps: 120)
            visits.merge(course.visits, uniquingKeysWith: +)
            if let complaint = course.complaint {
                Issue.record("\(complaint)\n\(course.story)")
                return
            }
        }
        for step in RandomCourse.Step.allCases {
            #expect(visits[step, default: 0] >= 100, "\(step)")
        }
    }
}
