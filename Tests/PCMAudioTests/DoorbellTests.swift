import Dispatch
import PCMAudio
import Synchronization
import Testing

@Suite("A doorbell")
struct DoorbellTests {
    private final class Door: Sendable {
        let bell = Doorbell()
        let count = Atomic<Int>(0)
    }

    @Test("wakes every waiter, every time, however the rings are timed")
    func wakes() {
        let door = Door()
        let there = Door()
        let rounds = 20_000
        DispatchQueue.global().async {
            for round in 1...rounds {
                door.count.store(round, ordering: .sequentiallyConsistent)
                door.bell.ring()
                there.bell.wait { there.count.load(ordering: .sequentiallyConsistent) == round }
            }
        }
        for round in 1...rounds {
            door.bell.wait { door.count.load(ordering: .sequentiallyConsistent) >= round }
            there.count.store(round, ordering: .sequentiallyConsistent)
            there.bell.ring()
        }
        #expect(door.count.load(ordering: .sequentiallyConsistent) == rounds)
    }

    @Test("checks the condition only when it is rung", .timeLimit(.minutes(1)))
    func asleep() {
        let door = Door()
        let looks = Atomic<Int>(0)
        door.bell.wait {
            if looks.add(1, ordering: .relaxed).newValue == 2 {
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
                    door.count.store(1, ordering: .sequentiallyConsistent)
                    door.bell.ring()
                }
            }
            return door.count.load(ordering: .sequentiallyConsistent) == 1
        }
        #expect(looks.load(ordering: .relaxed) <= 4)
    }

    @Test("does not block if the condition is true, rung or not")
    func alreadyTrue() {
        let door = Door()
        door.bell.ring()
        door.bell.wait { true }
    }
}
