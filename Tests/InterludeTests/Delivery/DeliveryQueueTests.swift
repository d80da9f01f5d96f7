import Synchronization
import Testing

@testable import Interlude

@Suite("Delivery queue", .timeLimit(.minutes(1)))
struct DeliveryQueueTests {
    @Test("drops an item after 30 s, and then delivers the next one")
    func limit() async {
        let (tries, tried) = AsyncStream.makeStream(of: Int.self)
        let queue = DeliveryQueue<Int>(clock: ImmediateClock()) { item in
            tried.yield(item)
            return item == 1 ? .undelivered : .isOver
        }
        queue.send(1)
        queue.send(2)
        var items: [Int] = []
        for await item in tries {
            items.append(item)
            if item == 2 { break }
        }
        #expect(items == [1, 1, 1, 1, 1, 1, 1, 2])
    }

    @Test(
        "waits twice as long after each try, up to a minute, for as long as its patience says",
        arguments: [
            (.hasty, .none, .milliseconds(500)),
            (.brief, .none, .seconds(30)), (.brief, .byServer(wait: .zero), .seconds(30)),
            (.lasting, .byServer(wait: .zero), .seconds(600)),
            (.lasting, .none, .seconds(24 * 3600)),
        ] as [(DeliveryPatience, DeliveryPauses.Postponement, Duration)])
    func pauses(
        patience: DeliveryPatience, postponement: DeliveryPauses.Postponement, total: Duration
    ) {
        var delivery = DeliveryPauses(patience)
        var pauses: [Duration] = []
        while let pause = delivery.next(postponement) { pauses.append(pause) }
        #expect(pauses.first == .milliseconds(500))
        #expect(pauses.reduce(.zero, +) == total)
        for (earlier, later) in zip(pauses, pauses.dropFirst()).dropLast() {
            #expect(later == min(earlier * 2, .seconds(60)))
        }
    }

    @Test(
        "waits for as long as the server requests, up to an hour and the end of its patience",
        arguments: [
            (.lasting, .seconds(900), .seconds(900), 16),
            (.lasting, .seconds(3 * 24 * 3600), .seconds(3600), 16),
            (.lasting, .milliseconds(100), .milliseconds(500), 16),
            (.brief, .seconds(900), .seconds(30), 1),
        ] as [(DeliveryPatience, Duration, first: Duration, count: Int)])
    func requested(patience: DeliveryPatience, wait: Duration, first: Duration, count: Int) {
        var delivery = DeliveryPauses(patience)
        var pauses: [Duration] = []
        while let pause = delivery.next(.byServer(wait: wait)) { pauses.append(pause) }
        #expect(pauses.first == first)
        // As many as without the request, so that one item cannot hold up all others.
        #expect(pauses.count == count)
        #expect(pauses.allSatisfy { $0 >= min(wait, first) })
    }

    @Test("gives up an item that the server postpones, although it would wait longer for a server")
    func postponed() async {
        let (ends, end) = AsyncStream.makeStream(of: Int.self)
        let queue = DeliveryQueue<Int>(
            clock: ImmediateClock(), patience: .lasting, gaveUp: { end.yield(-$0) },
            deliver: { item in
                end.yield(item)
                return item == 1 ? .postponed(wait: nil) : .isOver
            })
        queue.send(1)
        queue.send(2)
        var order: [Int] = []
        for await item in ends {
            order.append(item)
            if item == 2 { break }
        }
        #expect(order.suffix(2) == [-1, 2])
        // In ten minutes.
        #expect(order.count { $0 == 1 } == 17)
    }

    @Test("counts what a server postpones apart from the time in which there was none")
    func apart() {
        var delivery = DeliveryPauses(.lasting)
        var total = Duration.zero
        while total < .seconds(3600), let pause = delivery.next(.none) {
            total += pause
        }
        #expect(delivery.next(.byServer(wait: .zero)) == .seconds(60))
    }

    @Test("delivers nothing after the one that its end interrupts")
    func interrupted() async {
        let (tries, tried) = AsyncStream.makeStream(of: Int.self)
        let delivered = Mutex<[Int]>([])
        let queue = DeliveryQueue<Int> { item in
            delivered.withLock { $0.append(item) }
            tried.yield(item)
            // Until it is cancelled.
            let (never, _) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            return .isOver
        }
        for item in 1...3 { queue.send(item) }
        for await _ in tries { break }
        await queue.close(within: .zero)
        #expect(delivered.withLock { $0 } == [1])
    }

    @Test("ends with an item of a server that takes nothing any more, and gives up nothing")
    func unwanted() async {
        let delivered = Mutex<[Int]>([])
        let gone = Mutex<[Int]>([])
        let queue = DeliveryQueue<Int>(
            gaveUp: { item in gone.withLock { $0.append(item) } },
            deliver: { item in
                delivered.withLock { $0.append(item) }
                return item == 2 ? .unwanted : .isOver
            })
        for item in 1...3 { queue.send(item) }
        await queue.close(within: .seconds(5))
        #expect(delivered.withLock { $0 } == [1, 2])
        #expect(gone.withLock { $0 } == [])
    }

    @Test("gives up nothing when it is closed")
    func closed() async {
        let gone = Mutex<[Int]>([])
        let (tries, tried) = AsyncStream.makeStream(of: Int.self)
        let queue = DeliveryQueue<Int>(
            patience: .lasting, gaveUp: { item in gone.withLock { $0.append(item) } },
            deliver: { item in
                tried.yield(item)
                return .undelivered
            })
        queue.send(1)
        for await _ in tries { break }
        await queue.close(within: .zero)
        #expect(gone.withLock { $0 } == [])
    }

    @Test("keeps 256 items beside the one that it delivers, and drops those that come later")
    func full() async {
        let (starts, started) = AsyncStream.makeStream(of: Int.self)
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        let (ends, ended) = AsyncStream.makeStream(of: Int.self)
        let delivered = Mutex<[Int]>([])
        let queue = DeliveryQueue<Int>(clock: ImmediateClock()) { item in
            started.yield(item)
            for await _ in gate {}
            delivered.withLock { $0.append(item) }
            ended.yield(item)
            return .isOver
        }
        queue.send(0)
        var first = starts.makeAsyncIterator()
        _ = await first.next()
        for item in 1...300 { queue.send(item) }
        opening.finish()
        // By this clock, the end waits for nothing.
        for await item in ends where item == 256 { break }
        await queue.close(within: .seconds(600))
        #expect(delivered.withLock { $0 } == Array(0...256))
    }

    /// Tells when nothing holds it any more.
    private final class Token: Sendable {
        let isGone: AsyncStream<Never>.Continuation

        init(_ isGone: AsyncStream<Never>.Continuation) { self.isGone = isGone }

        deinit { isGone.finish() }
    }

    @Test("ends after its last item once nothing holds it")
    func released() async {
        let (life, end) = AsyncStream.makeStream(of: Never.self)
        let delivered = Mutex<[Int]>([])
        do {
            let token = Token(end)
            let queue = DeliveryQueue<Int>(clock: ImmediateClock()) { item in
                withExtendedLifetime(token) { delivered.withLock { $0.append(item) } }
                return .isOver
            }
            for item in 1...3 { queue.send(item) }
        }
        for await _ in life {}
        #expect(delivered.withLock { $0 } == [1, 2, 3])
    }

    @Test("delivers items one at a time, in the order in which they were sent")
    func order() async {
        let (starts, started) = AsyncStream.makeStream(of: Int.self)
        let (permits, permit) = AsyncStream.makeStream(of: Void.self)
        let isOpen = Mutex(false)
        let queue = DeliveryQueue<Int>(clock: ImmediateClock()) { item in
            let wasOpen = isOpen.withLock { isOpen in
                defer { isOpen = true }
                return isOpen
            }
            #expect(!wasOpen)
            started.yield(item)
            for await _ in permits { break }
            isOpen.withLock { $0 = false }
            return .isOver
        }
        for item in 1...3 { queue.send(item) }
        var order: [Int] = []
        for await item in starts {
            order.append(item)
            permit.yield()
            if item == 3 { break }
        }
        #expect(order == [1, 2, 3])
    }
}
