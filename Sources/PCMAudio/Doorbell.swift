import Glibc
import Synchronization

/// Wakes one waiting thread when its condition may have become true.
///
/// Ringing never blocks, and makes a system call only when a thread is waiting.
package struct Doorbell: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable: a POSIX semaphore may be used from any thread.
    private let isAwaited = Atomic<Bool>(false)
    private let semaphore: UnsafeMutablePointer<sem_t>

    package init() {
        semaphore = .allocate(capacity: 1)
        semaphore.initialize(to: sem_t())
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Blocks until `condition` holds. Only one thread at a time may wait.
    package borrowing func wait(until condition: () -> Bool) {
        while !condition() {
            isAwaited.store(true, ordering: .sequentiallyConsistent)
            if condition() {
                isAwaited.store(false, ordering: .sequentiallyConsistent)
                return
            }
            sem_wait(semaphore)
        }
    }

    /// Wakes the waiting thread, if there is one, to check its condition again.
    package borrowing func ring() {
        if isAwaited.exchange(false, ordering: .sequentiallyConsistent) { sem_post(semaphore) }
    }
}
