import Synchronization
import Testing

@testable import Interlude

@Suite("Delivery queue", .timeLimit(.minutes(1)))
struct DeliveryQueueTests {
    @Test("drops an item after 30 s, and then delivers the next one")
    func limit() async {
        #expect(DeliveryPause.all.compactMap { $0 }.reduce(.zero, +) == .seconds(30))
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
