import Advertising

/// Assigns ids to advertisements that have none, that is, whose id is 0, or an id that was assigned
/// to another one.
///
/// An assigned id is 1, 2, 3 … without the ids that others had before it.
package struct SpotNumbers: Hashable, Sendable {
    private var last: Int
    /// The ids that others have, above `last`.
    private var taken: Set<Advertisement.ID> = []
    /// The ids that others had before `last` passed them, so that they were not assigned.
    private var passed: Set<Advertisement.ID> = []

    /// The limit on `taken`, and on `passed`. Beyond it, the larger half of `taken` is forgotten: it
    /// is the last to be reached.
    static let takenLimit = 4096

    /// The first id follows `last`.
    package init(after last: Int = 0) {
        self.last = last
    }

    /// Keeps the ids of `advertisements` from being assigned to others.
    package mutating func reserve(_ advertisements: [Advertisement]) {
        for advertisement in advertisements where advertisement.id > last {
            taken.insert(advertisement.id)
            guard taken.count > Self.takenLimit else { continue }
            taken = Set(taken.sorted().prefix(Self.takenLimit / 2))
        }
    }

    /// Returns `advertisements` with an id each. Keeps the ids that they have.
    package mutating func number(_ advertisements: [Advertisement]) -> [Advertisement] {
        reserve(advertisements)
        return advertisements.map { advertisement in
            guard advertisement.id == 0 || isAssigned(advertisement.id) else {
                return advertisement
            }
            var numbered = advertisement
            if advertisement.id != 0 { numbered.adID = advertisement.serverID }
            numbered.id = next()
            return numbered
        }
    }

    private mutating func next() -> Advertisement.ID {
        last += 1
        while taken.remove(last) != nil {
            if passed.count < Self.takenLimit { passed.insert(last) }
            last += 1
        }
        return last
    }

    private func isAssigned(_ id: Advertisement.ID) -> Bool {
        id > 0 && id <= last && !passed.contains(id)
    }
}
