import Testing

@testable import Interlude

@Suite("A mailbox")
struct MailboxTests {
    @Test("drops messages that the next one replaces, and keeps the order of all others")
    func replaced() {
        let mailbox = Mailbox<Int>()
        for message in [1, 10, 20, 2, 30, 3, 40, 50, 60] { mailbox.send(message) }
        var taken: [Int] = []
        while !mailbox.isEmpty { taken.append(mailbox.next { $0 >= 10 && $1 >= 10 }) }
        #expect(taken == [1, 20, 2, 30, 3, 60])
    }

    @Test("keeps every message, unless it is told which ones are replaced")
    func kept() {
        let mailbox = Mailbox<Int>()
        for message in [1, 1, 2] { mailbox.send(message) }
        #expect([mailbox.next(), mailbox.next(), mailbox.next()] == [1, 1, 2])
    }
}
