import DequeModule

/// What was asked for and has not been answered, in the order in which it was asked.
///
/// In real time answers go on as they come. In virtual time they go on in the
/// order of the questions, so that it makes no difference which of two loads
/// was quicker.
struct Tickets<Answer> {
    typealias Ticket = Int

    enum Order {
        case asTheyCome
        case asAsked
    }

    private let order: Order
    private var last = 0
    private var open: Deque<(ticket: Ticket, answers: [Answer]?)> = []

    init(_ order: Order) {
        self.order = order
    }

    /// Whether every question has been answered.
    var isEmpty: Bool { open.isEmpty }

    mutating func ask() -> Ticket {
        last += 1
        open.append((last, nil))
        return last
    }

    /// Answers a question, with nothing if it has become pointless.
    ///
    /// Returns what may go on now; nothing for a ticket that was answered before.
    mutating func answer(_ ticket: Ticket, _ answers: [Answer]) -> [Answer] {
        guard let index = open.firstIndex(where: { $0.ticket == ticket && $0.answers == nil })
        else { return [] }
        switch order {
        case .asTheyCome:
            open.remove(at: index)
            return answers
        case .asAsked:
            open[index].answers = answers
            var ready: [Answer] = []
            while let first = open.first, let answers = first.answers {
                open.removeFirst()
                ready += answers
            }
            return ready
        }
    }
}
