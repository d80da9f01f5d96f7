import Synchronization

/// Whether somebody wants what is going on to end.
final class Interruption: Sendable {
    private let state = Atomic<Bool>(false)

    var hasOccurred: Bool { state.load(ordering: .relaxed) }

    func occur() { state.store(true, ordering: .relaxed) }
}
