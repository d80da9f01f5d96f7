import PCMAudio
import Synchronization

/// A read position in a ``TimeShiftStore``.
///
/// One thread reads; any thread may call ``cancel()``.
package final class TimeShiftCursor: Sendable {
    private let store: TimeShiftStore
    private let bell: Bell
    /// The number of the next packet; for the reading thread only.
    private let number: Atomic<Int>
    private let isCancelled = Atomic<Bool>(false)

    /// Lets the store wake the cursor without keeping it alive.
    final class Bell: Sendable {
        fileprivate let doorbell: Doorbell

        init(calling call: (@Sendable () -> Void)?) { doorbell = Doorbell(calling: call) }

        /// Wakes a waiting reader to check again.
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

    /// Blocks until the next packet arrives.
    ///
    /// A reader that has fallen behind the window continues with the oldest packet kept. Returns
    /// `nil` when no more packets come, and after ``cancel()``.
    package func next() -> TimedPacket? {
        bell.doorbell.wait { hasNews }
        return take()
    }

    /// Whether ``next()`` would not block. If it is false, the call for packets is made once it is
    /// true. Call on the reading thread only.
    package var isReady: Bool { bell.doorbell.isDue { hasNews } }

    private var hasNews: Bool {
        isCancelled.load(ordering: .acquiring) || store.hasNews(at: number.load(ordering: .relaxed))
    }

    private func take() -> TimedPacket? {
        var next = number.load(ordering: .relaxed)
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
