import Dispatch
import PCMAudio
import Testing

@Suite("A guarded value")
struct GuardedTests {
    private final class Held: Sendable {}

    private final class Counter: Sendable {
        let value = Guarded(0)
    }

    @Test("is changed by one thread at a time")
    func turns() {
        let counter = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<20_000 { counter.value.withLock { $0 += 1 } }
        }
        #expect(counter.value.withLock { $0 } == 160_000)
    }

    @Test("is released with its owner")
    func released() {
        weak var held: Held?
        do {
            let object = Held()
            held = object
            let guarded = Guarded<Held?>(object)
            #expect(guarded.withLock { $0 === object })
        }
        #expect(held == nil)
    }
}
