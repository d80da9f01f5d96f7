import Glibc
import Synchronization

/// Wakes one waiting thread when its condition may have become true, or calls for it.
///
/// Ringing never blocks, and makes a system call only when a thread is waiting. A call that is
/// awaited is made on the ringing thread.
package struct Doorbell: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable: a POSIX semaphore may be used from any thread.
    private let awaited = Atomic<Awaited>(.nothing)
    private let semaphore: UnsafeMutablePointer<sem_t>
    /// Made instead of waking a thread; `nil` for none.
    private let call: (@Sendable () -> Void)?

    /// What the next ring does.
    private enum Awaited: UInt8, AtomicRepresentable {
        case nothing
        /// Wakes the thread in ``Doorbell/wait(until:)``.
        case waking
        /// Makes the call.
        case calling
    }

    /// `call` must not block. It is made for ``isDue(_:)`` only.
    package init(calling call: (@Sendable () -> Void)? = nil) {
        self.call = call
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
            awaited.store(.waking, ordering: .sequentiallyConsistent)
            if condition() {
                awaited.store(.nothing, ordering: .sequentiallyConsistent)
                return
            }
            sem_wait(semaphore)
        }
    }

    /// Whether `condition` holds. If not, the next ring makes the call, unless a thread waits by
    /// then. Only one thread at a time may ask or wait.
    package borrowing func isDue(_ condition: () -> Bool) -> Bool {
        if condition() { return true }
        awaited.store(.calling, ordering: .sequentiallyConsistent)
        guard condition() else { return false }
        awaited.store(.nothing, ordering: .sequentiallyConsistent)
        return true
    }

    /// Wakes the waiting thread, if there is one, to check its condition again, or makes the call if
    /// that is awaited.
    package borrowing func ring() {
        switch awaited.exchange(.nothing, ordering: .sequentiallyConsistent) {
        case .nothing: break
        case .waking: sem_post(semaphore)
        case .calling: call?()
        }
    }
}
