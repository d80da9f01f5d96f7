import DequeModule
import MediaTime

/// What was asked for and has not been answered, in the order in which answers may go on.
///
/// In real time answers go on as they come. In virtual time they go on at the
/// output frame that was fixed when the question was asked, and at one frame in
/// the order of the questions, so that it makes no difference which of two loads
/// was quicker.
struct PendingReplies<Answer> {
    typealias Ticket = Int

    enum Order {
        case asTheyCome
        case asAsked
    }

    private struct Question {
        var ticket: Ticket
        var due: FrameTime
        var answers: [Answer]?
    }

    private let order: Order
    private var last = 0
    /// By frame, then by age.
    private var open: Deque<Question> = []

    init(_ order: Order) {
        self.order = order
    }

    /// The output frame that cannot be passed before the next question is answered;
    /// `distantFuture` if none is open.
    var nextDue: FrameTime { open.first?.due ?? .distantFuture }

    /// Asks a question whose answer goes on at output frame `due`.
    mutating func ask(due: FrameTime) -> Ticket {
        last += 1
        let place = open.firstIndex { $0.due > due } ?? open.endIndex
        open.insert(Question(ticket: last, due: due), at: place)
        return last
    }

    /// Answers a question, with nothing if it has become pointless.
    ///
    /// Returns what may go on at output frame `now`; nothing for a ticket that was answered
    /// before.
    mutating func answer(_ ticket: Ticket, _ answers: [Answer], at now: FrameTime) -> [Answer] {
        guard let index = open.firstIndex(where: { $0.ticket == ticket && $0.answers == nil })
        else { return [] }
        if order == .asTheyCome || answers.isEmpty {
            open.remove(at: index)
        } else {
            open[index].answers = answers
        }
        return order == .asTheyCome ? answers : takeDue(at: now)
    }

    /// Takes out the answers that may go on at output frame `now`.
    mutating func takeDue(at now: FrameTime) -> [Answer] {
        var due: [Answer] = []
        while let first = open.first, first.due <= now, let answers = first.answers {
            open.removeFirst()
            due += answers
        }
        return due
    }
}
