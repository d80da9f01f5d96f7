import AdPlayback
import Foundation
import TestSignals
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

extension SeededRandom {
    /// True once in `count` times.
    mutating func once(in count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }
}

/// An event without what it carries; the columns of the visit table.
enum EventKind: String, CaseIterable {
    case streamOpened, stop, streamLost, streamReturned, streamerMuted, streamerUnmuted
    case delayChanged, push, emptyPush, ignore, getAdvertisement, bannerClicked
    case connected, loaded, failed, watchdog
    case switchable, layoutRefused, heard, outputLost, outputHeld, outputRestored
    case measured, volumeChanged, skip, skipBreak, pauseRequested, resumed, keptBack, letGo, paidFor
}

/// A phase without what it carries; the rows of the visit table.
enum PhaseKind: String, CaseIterable {
    case closed, idle, breakStarting, playing, betweenAds

    init(_ phase: AdPlayManager.Phase) {
        self =
            switch phase {
            case .closed: .closed
            case .idle: .idle
            case .breakStarting: .breakStarting
            case .playing: .playing
            case .betweenAds: .betweenAds
            }
    }
}

/// How often each event came in each state.
struct VisitTable: CustomStringConvertible {
    private let visits: [String: Int]
    private let states: [String]
    private let events: [String]

    /// `visits` counts rows by the names of state and event, with a space between them.
    init(_ visits: [String: Int], states: [String], events: [String]) {
        self.visits = visits
        self.states = states
        self.events = events
    }

    /// The rows that were visited less than `count` times.
    func least(_ count: Int) -> [String] {
        states.flatMap { state in events.map { "\(state) \($0)" } }
            .filter { visits[$0, default: 0] < count }
    }

    var description: String {
        let head = "".padded(to: 18) + states.map { $0.padded(to: 15) }.joined()
        let rows = events.map { event in
            event.padded(to: 18)
                + states.map { "\(visits["\($0) \(event)", default: 0])".padded(to: 15) }.joined()
        }
        return ([head] + rows).joined(separator: "\n")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
