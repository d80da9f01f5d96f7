import Synchronization

/// Observers that are held weakly, each of them once. Callable from any thread.
final class WeakList<Observer: Sendable>: Sendable {
    private let entries = Mutex<[Entry]>([])

    private struct Entry {
        let id: ObjectIdentifier
        /// The observer, while it is still there.
        let observer: @Sendable () -> Observer?
    }

    /// Adds the object `id` unless it is there already; `observer` gives it, and must not keep it.
    func add(_ id: ObjectIdentifier, _ observer: @escaping @Sendable () -> Observer?) {
        change(without: id) { $0.append(Entry(id: id, observer: observer)) }
    }

    /// Removes the object `id`, and those that are gone.
    func remove(_ id: ObjectIdentifier) {
        change(without: id) { _ in }
    }

    private func change(without id: ObjectIdentifier, _ work: (inout [Entry]) -> Void) {
        // Let go of outside of the lock: an observer may be removed by its own deinit.
        let observers = entries.withLock { entries in
            let observers = entries.map { $0.observer() }
            entries = zip(entries, observers).filter { $0.id != id && $1 != nil }.map(\.0)
            work(&entries)
            return observers
        }
        withExtendedLifetime(observers) {}
    }

    /// Those that are still there, in the order in which they were added.
    var all: [Observer] {
        entries.withLock { $0.compactMap { $0.observer() } }
    }
}
