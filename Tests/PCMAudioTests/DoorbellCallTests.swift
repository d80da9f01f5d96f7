import Dispatch
import PCMAudio
import Synchronization
import Testing

@Suite("A doorbell that calls")
struct DoorbellCallTests {
    private final class Door: Sendable {
        let calls = Calls()
        let bell: Doorbell

        init() {
            bell = Doorbell { [calls] in calls.count.add(1, ordering: .sequentiallyConsistent) }
        }
    }

    private final class Calls: Sendable {
        let count = Atomic(0)
        var now: Int { count.load(ordering: .sequentiallyConsistent) }
    }

    @Test("calls once for each time that its condition was found false, and not otherwise")
    func calls() {
        let door = Door()
        door.bell.ring()
        #expect(door.calls.now == 0)
        #expect(door.bell.isDue { true })
        door.bell.ring()
        #expect(door.calls.now == 0)
        #expect(!door.bell.isDue { false })
        door.bell.ring()
        door.bell.ring()
        #expect(door.calls.now == 1)
    }

    @Test("looks again after it has asked for the call, so no ring is lost")
    func looksAgain() {
        let door = Door()
        var lookCount = 0
        let isDue = door.bell.isDue {
            lookCount += 1
            return lookCount == 2
        }
        #expect(isDue)
        door.bell.ring()
        #expect(door.calls.now == 0)
    }

    @Test("wakes a thread that waits, as any other does", .timeLimit(.minutes(1)))
    func wakes() {
        let door = Door()
        #expect(!door.bell.isDue { false })
        let isOpen = Atomic(false)
        let isAwaited = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            isAwaited.wait()
            isOpen.store(true, ordering: .sequentiallyConsistent)
            door.bell.ring()
        }
        door.bell.wait {
            isAwaited.signal()
            return isOpen.load(ordering: .sequentiallyConsistent)
        }
        #expect(door.calls.now == 0)
    }
}
