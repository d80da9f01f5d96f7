import Foundation
import TestSignals
import Testing

/// Random events from one seed, with a check of their results.
protocol SeededScenario {
    associatedtype Event
    associatedtype Fault

    init(seed: UInt64, fault: Fault?)

    /// Takes `count` random steps and then finishes, or stops at the first broken rule.
    mutating func run(steps count: Int)

    /// How often each event occurred in each state, by both names with a space between.
    var visits: [String: Int] { get }

    var events: [Event] { get }

    /// The broken rule and where; `nil` if none was.
    var complaint: String? { get }
}

/// Whether to run all scenarios instead of a quick sample.
let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

extension SeededScenario {
    /// Runs `count` scenarios, or 100 000 in a full run, and returns all visits together.
    ///
    /// Records the first broken rule, and then returns `nil`.
    static func visits(inScenarios count: UInt64, ofSteps steps: Int) -> [String: Int]? {
        var visits: [String: Int] = [:]
        for seed in 0..<(isFull ? 100_000 : count) {
            var scenario = Self(seed: seed, fault: nil)
            scenario.run(steps: steps)
            visits.merge(scenario.visits, uniquingKeysWith: +)
            if let complaint = scenario.complaint {
                Issue.record("\(complaint)\n\(scenario.events)")
                return nil
            }
        }
        return visits
    }

    /// Whether one of 1000 scenarios detects the fault.
    static func notices(_ fault: Fault, inSteps steps: Int) -> Bool {
        (0..<1_000 as Range<UInt64>).contains { seed in
            var scenario = Self(seed: seed, fault: fault)
            scenario.run(steps: steps)
            return scenario.complaint != nil
        }
    }
}

extension SeededRandom {
    /// True with a probability of 1 in `count`.
    mutating func once(in count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }
}

/// How often each event occurred in each state.
struct VisitTable: CustomStringConvertible {
    private let visits: [String: Int]
    private let states: [String]
    private let events: [String]

    /// `visits` counts by the names of state and event, with a space between.
    init(_ visits: [String: Int], states: [String], events: [String]) {
        self.visits = visits
        self.states = states
        self.events = events
    }

    /// The rows with fewer than `count` visits.
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
