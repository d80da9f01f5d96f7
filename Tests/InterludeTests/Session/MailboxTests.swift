import Synchronization
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

    @Test("calls its reader at first, and when a message comes after all were taken")
    func calls() {
        let calls = Mutex(0)
        let mailbox = Mailbox<Int>()
        mailbox.send(1)
        mailbox.callForMessages { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 1)
        mailbox.send(2)
        #expect(calls.withLock { $0 } == 1)
        #expect([mailbox.takeFirst(), mailbox.takeFirst(), mailbox.takeFirst()] == [1, 2, nil])
        mailbox.send(3)
        mailbox.send(4)
        #expect(calls.withLock { $0 } == 2)
        #expect(mailbox.close() == [3, 4])
        #expect(!mailbox.send(5))
        #expect(calls.withLock { $0 } == 2)
    }

    @Test("keeps every message, unless it is told which ones are replaced")
    func kept() {
        let mailbox = Mailbox<Int>()
        for message in [1, 1, 2] { mailbox.send(message) }
        #expect([mailbox.next(), mailbox.next(), mailbox.next()] == [1, 1, 2])
    }
}
