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
