import Advertising
import Dispatch
import Synchronization

/// The observers of a ``Mycrocast``.
final class Observers: Sendable {
    let catalogue = WeakList<any LiveStreamsDelegate>()
    let sessions = WeakList<any StreamSessionDelegate>()
    let audio = WeakList<any AudioSessionDelegate>()
    let advertisements = WeakList<any AdvertisementDelegate>()

    private let queue = DispatchQueue(label: "Interlude.Mycrocast")

    /// The observers of the audio, except those that the session calls itself.
    var heardAudio: [any HeardAudioDelegate] {
        let given = Set(audio.all.map { ObjectIdentifier($0) })
        return sessions.all.filter { !given.contains(ObjectIdentifier($0)) }
    }

    /// Returns at once; the calls are made in order.
    func tellCatalogue(_ call: @escaping @Sendable (any LiveStreamsDelegate) -> Void) {
        queue.async { self.catalogue.all.forEach(call) }
    }

    /// Returns at once; the calls are made in order.
    func tellSessions(_ call: @escaping @Sendable (any StreamSessionDelegate) -> Void) {
        queue.async { self.sessions.all.forEach(call) }
    }

    /// Returns after all calls that were asked for.
    func finishTelling() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }
}

/// Observers that are held weakly, each only once. Callable from any thread.
final class WeakList<Observer: Sendable>: Sendable {
    private let entries = Mutex<[Entry]>([])

    private struct Entry {
        let id: ObjectIdentifier
        /// The observer, while it exists.
        let observer: @Sendable () -> Observer?
    }

    /// Adds the object `id` if it is new. `observer` returns it, and must not hold it strongly.
    func add(_ id: ObjectIdentifier, _ observer: @escaping @Sendable () -> Observer?) {
        change(without: id) { $0.append(Entry(id: id, observer: observer)) }
    }

    /// Removes the object `id`, and those that no longer exist.
    func remove(_ id: ObjectIdentifier) {
        change(without: id) { _ in }
    }

    private func change(without id: ObjectIdentifier, _ work: (inout [Entry]) -> Void) {
        // Released outside the lock, because a deinit may remove an observer.
        let observers = entries.withLock { entries in
            let observers = entries.map { $0.observer() }
            entries = zip(entries, observers).filter { $0.id != id && $1 != nil }.map(\.0)
            work(&entries)
            return observers
        }
        withExtendedLifetime(observers) {}
    }

    /// The existing observers, in order.
    var all: [Observer] {
        entries.withLock { $0.compactMap { $0.observer() } }
    }
}
