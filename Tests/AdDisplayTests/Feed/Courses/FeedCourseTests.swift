import AdDisplay
import Foundation
import Testing

@Suite("Random courses of a feed")
struct FeedCourseTests {
    static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

    @Test("break no rule, whatever comes in whatever order")
    func breakNoRule() {
        var counts: [FeedCourse.Step: Int] = [:]
        for seed in 0..<(Self.isFull ? 20_000 : 1000) as Range<UInt64> {
            var course = FeedCourse(seed: seed)
            course.run(stepCount: 60)
            for step in course.steps { counts[step, default: 0] += 1 }
            if let complaint = course.complaint {
                Issue.record("seed \(seed): \(complaint)\n\(course.steps)\n\(course.stage.log)")
                return
            }
        }
        for step in FeedCourse.Step.allCases { #expect(counts[step, default: 0] > 1000) }
    }
}
