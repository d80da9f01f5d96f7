import Advertising

/// Received advertisements that nobody has taken yet.
package struct AdvertisementQueue: Hashable, Sendable {
    private var waiting: ArraySlice<QueuedAdvertisement> = []

    /// The number dropped unused since the session began.
    package private(set) var droppedCount = 0

    package init() {}

    package var isEmpty: Bool { waiting.isEmpty }
    package var count: Int { waiting.count }

    /// In the order of their turn.
    package var advertisements: [Advertisement] { waiting.map(\.advertisement) }

    package mutating func add(_ advertisements: [QueuedAdvertisement]) {
        waiting.append(contentsOf: advertisements)
    }

    package mutating func pop() -> QueuedAdvertisement? {
        waiting.popFirst()
    }

    /// Removes and returns the last advertisement with this id; `nil` if none has it.
    package mutating func dropLast(id: Int) -> QueuedAdvertisement? {
        guard let index = waiting.lastIndex(where: { $0.advertisement.id == id }) else {
            return nil
        }
        droppedCount += 1
        return waiting.remove(at: index)
    }

    /// Removes and returns the advertisements of the marked break with this number.
    package mutating func drop(ofBreak number: Int) -> [QueuedAdvertisement] {
        let dropped = waiting.filter { $0.breakNumber == number }
        waiting.removeAll { $0.breakNumber == number }
        droppedCount += dropped.count
        return Array(dropped)
    }

    /// Whether all advertisements are of marked breaks.
    var isOfMarkedBreaks: Bool { waiting.allSatisfy { $0.breakNumber != nil } }

    /// The numbers of the marked breaks of all advertisements; `nil` for a push.
    var breakNumbers: [Int?] { waiting.map(\.breakNumber) }

    /// Removes and returns all advertisements.
    package mutating func dropAll() -> [QueuedAdvertisement] {
        defer { waiting = [] }
        droppedCount += waiting.count
        return Array(waiting)
    }
}

/// An advertisement with the token of its one playback.
package struct QueuedAdvertisement: Hashable, Sendable {
    package var token: PlayToken
    package var advertisement: Advertisement

    /// The number of the marked break that it fills; `nil` for a push.
    package var breakNumber: Int?

    package init(token: PlayToken, advertisement: Advertisement, breakNumber: Int? = nil) {
        self.token = token
        self.advertisement = advertisement
        self.breakNumber = breakNumber
    }
}

/// The delegates for new advertisements, held weakly and without duplicates (rule M10).
///
/// Used on one executor, the session's.
package struct AdvertisementDelegates {
    private struct Entry {
        weak var delegate: (any AdvertisementDelegate)?
    }

    private var entries: [Entry] = []

    package init() {}

    /// Adds `delegate` unless it is already registered.
    package mutating func add(_ delegate: any AdvertisementDelegate) {
        remove(delegate)
        entries.append(Entry(delegate: delegate))
    }

    /// Removes `delegate`, and those that were deallocated.
    package mutating func remove(_ delegate: any AdvertisementDelegate) {
        entries.removeAll { $0.delegate == nil || $0.delegate === delegate }
    }

    /// The live delegates in the order in which they were added.
    ///
    /// A copy, because a delegate may add or remove others while it is notified.
    package var all: [any AdvertisementDelegate] { entries.compactMap(\.delegate) }
}
