import PCMAudio
import Synchronization

/// A place in a ``TimeShiftStore`` that moves along as packets are read.
///
/// One thread reads; ``cancel()`` may come from any other.
package final class TimeShiftCursor: Sendable {
    private let store: TimeShiftStore
    private let bell: Bell
    /// The number of the packet that comes next; for the reading thread.
    private let number: Atomic<Int>
    private let isCancelled = Atomic<Bool>(false)

    /// What the store rings, which does not keep the cursor alive for that.
    final class Bell: Sendable {
        fileprivate let doorbell = Doorbell()

        /// Lets a waiting reader look again.
        func ring() { doorbell.ring() }
    }

    init(_ store: TimeShiftStore, at number: Int, ringing bell: Bell) {
        self.store = store
        self.number = Atomic(number)
        self.bell = bell
    }

    deinit {
        store.forget(bell)
    }

    /// Waits for the next packet.
    ///
    /// A reader that was left behind by the window goes on with the oldest packet that is kept.
    /// Returns `nil` when no more packets come, or after ``cancel()``.
    package func next() -> TimedPacket? {
        var next = number.load(ordering: .relaxed)
        bell.doorbell.wait { isCancelled.load(ordering: .acquiring) || store.hasNews(at: next) }
        guard !isCancelled.load(ordering: .acquiring) else { return nil }
        let packet = store.take(&next)
        number.store(next, ordering: .relaxed)
        return packet
    }

    /// Ends every present and future wait.
    package func cancel() {
        isCancelled.store(true, ordering: .releasing)
        bell.ring()
    }
}
