import AdPlayback
import Foundation
import MediaTime
import Testing

@Suite("Random courses")
struct CourseTests {
    static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

    @Test("break no rule, whatever comes in whatever order")
    func breakNoRule() {
        var visits: [Visit: Int] = [:]
        for seed in 0..<(Self.isFull ? 100_000 : 3000) as Range<UInt64> {
            var course = Course(seed: seed)
            course.run(steps: 60)
            visits.merge(course.visits, uniquingKeysWith: +)
            if let complaint = course.complaint {
                Issue.record("\(complaint)\n\(course.events.map(\.text))")
                return
            }
        }
        if Self.isFull { print(Self.table(visits)) }
        let least = Self.isFull ? 1000 : 1
        for phase in PhaseKind.allCases {
            for event in EventKind.allCases {
                let row = Visit(phase: phase, event: event)
                guard row.isLegal else { continue }
                #expect(visits[row, default: 0] >= least, "\(phase) on \(event)")
            }
        }
    }

    @Test("notice a manager that is broken", arguments: Fault.allCases)
    func noticeFaults(fault: Fault) {
        let caught = (0..<300 as Range<UInt64>).contains { seed in
            var course = Course(seed: seed, fault: fault)
            course.run(steps: 60)
            return course.complaint != nil
        }
        #expect(caught, "no course notices: \(fault)")
    }

    @Test("run again from their events come out the same")
    func replay() {
        for seed in 0..<200 as Range<UInt64> {
            var course = Course(seed: seed)
            course.run(steps: 60)
            var again = AdPlayManager(configuration: course.subject.manager.configuration)
            var heardEnd = FrameTime.zero
            for event in course.events {
                if case .heard(let time) = event { heardEnd = max(heardEnd, time) }
                _ = again.receive(event, at: heardEnd)
            }
            #expect(again == course.subject.manager)
        }
    }

    /// How often each event came in each phase.
    private static func table(_ visits: [Visit: Int]) -> String {
        let head = PhaseKind.allCases.map { $0.rawValue.padded(to: 14) }.joined()
        let rows = EventKind.allCases.map { event in
            event.rawValue.padded(to: 18)
                + PhaseKind.allCases.map { phase in
                    String(visits[Visit(phase: phase, event: event), default: 0]).padded(to: 14)
                }.joined()
        }
        return (["".padded(to: 18) + head] + rows).joined(separator: "\n")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        padding(toLength: width, withPad: " ", startingAt: 0)
    }
}
