import Foundation
import Testing

/// Random events in any order, all of them from one seed, and a judge of what comes of them.
protocol SeededCourse {
    associatedtype Event
    associatedtype Fault

    init(seed: UInt64, fault: Fault?)

    /// Takes `count` random steps, then all that is left to its end, or to the first complaint.
    mutating func run(steps count: Int)

    /// How often each event came in each state, by the names of both with a space between them.
    var visits: [String: Int] { get }

    var events: [Event] { get }

    /// Which rule was broken, and where; `nil` if none was.
    var complaint: String? { get }
}

/// Whether as many courses are run as it takes to be sure, and not as many as there is time for.
let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

extension SeededCourse {
    /// Runs as many courses as that, or 100 000 in a full run, and returns all visits together.
    ///
    /// The first complaint is recorded, and `nil` returned.
    static func visits(inCourses count: UInt64, ofSteps steps: Int) -> [String: Int]? {
        var visits: [String: Int] = [:]
        for seed in 0..<(isFull ? 100_000 : count) {
            var course = Self(seed: seed, fault: nil)
            course.run(steps: steps)
            visits.merge(course.visits, uniquingKeysWith: +)
            if let complaint = course.complaint {
                Issue.record("\(complaint)\n\(course.events)")
                return nil
            }
        }
        return visits
    }

    /// Whether one of 1000 courses complains of what is broken.
    static func notices(_ fault: Fault, inSteps steps: Int) -> Bool {
        (0..<1_000 as Range<UInt64>).contains { seed in
            var course = Self(seed: seed, fault: fault)
            course.run(steps: steps)
            return course.complaint != nil
        }
    }
}
