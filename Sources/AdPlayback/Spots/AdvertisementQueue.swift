import Advertising

/// The advertisements that have been received and not been taken yet.
package struct AdvertisementQueue: Hashable, Sendable {
    private var waiting: ArraySlice<QueuedAdvertisement> = []

    /// How many have been dropped unused since the session began.
    package private(set) var droppedCount = 0

    package init() {}

    package var isEmpty: Bool { waiting.isEmpty }
    package var count: Int { waiting.count }

    /// Those that wait, in the order of their turn.
    package var advertisements: [Advertisement] { waiting.map(\.advertisement) }

    /// Puts `advertisements` behind those that wait already.
    package mutating func add(_ advertisements: [QueuedAdvertisement]) {
        waiting.append(contentsOf: advertisements)
    }

    /// Takes out the one whose turn it is; it is never returned again.
    package mutating func pop() -> QueuedAdvertisement? {
        waiting.popFirst()
    }

    /// Drops all that waits, and returns it.
    package mutating func dropAll() -> [QueuedAdvertisement] {
        defer { waiting = [] }
        droppedCount += waiting.count
        return Array(waiting)
    }
}

/// An advertisement with the token of its one playing.
package struct QueuedAdvertisement: Hashable, Sendable {
    package var token: PlayToken
    package var advertisement: Advertisement

    package init(token: PlayToken, advertisement: Advertisement) {
        self.token = token
        self.advertisement = advertisement
    }
}

/// Who is told of new advertisements: held weakly, each of them once (rule M10).
///
/// A delegate that is added is told of everything after, with no moment between in which one
/// could get lost. Belongs to one executor, as its session does.
package struct AdvertisementDelegates {
    private struct Entry {
        weak var delegate: (any AdvertisementDelegate)?
    }

    private var entries: [Entry] = []

    package init() {}

    /// Adds `delegate` unless it is there already.
    package mutating func add(_ delegate: any AdvertisementDelegate) {
        remove(delegate)
        entries.append(Entry(delegate: delegate))
    }

    /// Removes `delegate`, and those that are gone.
    package mutating func remove(_ delegate: any AdvertisementDelegate) {
        entries.removeAll { $0.delegate == nil || $0.delegate === delegate }
    }

    /// Those that are still there, in the order in which they were added.
    ///
    /// A copy: a delegate may add or remove others while it is told.
    package var all: [any AdvertisementDelegate] { entries.compactMap(\.delegate) }
}
