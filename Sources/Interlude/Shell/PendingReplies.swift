import DequeModule
import MediaTime

/// The requests of a session that are not answered yet, in the order in which their answers are
/// passed on.
///
/// In real time an answer is passed on when it arrives. In virtual time it is passed on at an
/// output frame that was fixed with the request. Answers for the same frame follow the order of the
/// requests, so it makes no difference which of two loads was faster.
struct PendingReplies<Answer> {
    typealias ReplyID = Int

    enum Order {
        case asTheyCome
        case asAsked
    }

    private struct Question {
        var reply: ReplyID
        var due: FrameTime
        var answers: [Answer]?
    }

    private let order: Order
    private var last = 0
    /// By due frame, then by age.
    private var open: Deque<Question> = []

    init(_ order: Order) {
        self.order = order
    }

    /// The output frame that virtual time must not pass before the next request is answered;
    /// `distantFuture` if none is open.
    var nextDue: FrameTime { open.first?.due ?? .distantFuture }

    /// Opens a request whose answer is passed on at output frame `due`.
    mutating func ask(due: FrameTime) -> ReplyID {
        last += 1
        let place = open.firstIndex { $0.due > due } ?? open.endIndex
        open.insert(Question(reply: last, due: due), at: place)
        return last
    }

    /// Answers a request; with an empty array if the request has become pointless.
    ///
    /// Returns the answers to pass on at output frame `now`; none for a reply that was answered
    /// before.
    mutating func answer(_ reply: ReplyID, _ answers: [Answer], at now: FrameTime) -> [Answer] {
        guard let index = open.firstIndex(where: { $0.reply == reply && $0.answers == nil })
        else { return [] }
        if order == .asTheyCome || answers.isEmpty {
            open.remove(at: index)
        } else {
            open[index].answers = answers
        }
        return order == .asTheyCome ? answers : takeDue(at: now)
    }

    /// Removes and returns the answers that have come, whenever they are due.
    mutating func takeAll() -> [Answer] {
        defer { open = [] }
        return open.flatMap { $0.answers ?? [] }
    }

    /// Removes and returns the answers to pass on at output frame `now`.
    mutating func takeDue(at now: FrameTime) -> [Answer] {
        var due: [Answer] = []
        while let first = open.first, first.due <= now, let answers = first.answers {
            open.removeFirst()
            due += answers
        }
        return due
    }
}
