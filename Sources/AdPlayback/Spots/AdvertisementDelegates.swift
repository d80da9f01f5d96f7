import Advertising

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
