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
