import Synchronization

/// Tells the first time from all later ones, from any thread.
final class FirstTime: Sendable {
    private let isTaken = Atomic<Bool>(false)

    /// Returns `true` the first time, and `false` ever after.
    func take() -> Bool {
        !isTaken.exchange(true, ordering: .acquiringAndReleasing)
    }
}
