import MediaTime
import Testing

@testable import Interlude

@Suite("Pending replies")
struct PendingRepliesTests {
    @Test("in virtual time replies are passed on in the order of the requests")
    func asAsked() {
        var tickets = PendingReplies<Int>(.asAsked)
        let first = tickets.ask(due: .zero)
        let second = tickets.ask(due: .zero)
        #expect(tickets.answer(second, [2], at: .zero) == [])
        #expect(tickets.answer(first, [1], at: .zero) == [1, 2])
        #expect(tickets.nextDue == .distantFuture)
    }

    @Test("a reply waits for its frame, and delays none that are due before")
    func due() {
        var tickets = PendingReplies<Int>(.asAsked)
        let late = tickets.ask(due: FrameTime(100))
        let soon = tickets.ask(due: FrameTime(10))
        #expect(tickets.answer(late, [1], at: .zero) == [])
        #expect(tickets.answer(soon, [2], at: FrameTime(10)) == [2])
        #expect(tickets.nextDue == FrameTime(100))
        #expect(tickets.takeDue(at: FrameTime(99)) == [])
        #expect(tickets.takeDue(at: FrameTime(100)) == [1])
    }

    @Test("an empty reply removes its request, and only the first reply counts")
    func pointless() {
        var tickets = PendingReplies<Int>(.asAsked)
        let ticket = tickets.ask(due: FrameTime(100))
        #expect(tickets.answer(ticket, [], at: .zero) == [])
        #expect(tickets.nextDue == .distantFuture)
        #expect(tickets.answer(ticket, [1], at: FrameTime(100)) == [])
    }

    @Test("in real time replies are passed on as they come")
    func asTheyCome() {
        var tickets = PendingReplies<Int>(.asTheyCome)
        let first = tickets.ask(due: .zero)
        let second = tickets.ask(due: .zero)
        #expect(tickets.answer(second, [2], at: .zero) == [2])
        #expect(tickets.answer(first, [1], at: .zero) == [1])
    }
}
