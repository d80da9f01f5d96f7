/// The break that is announced and not over yet.
package struct OpenBreak: Hashable, Sendable {
    package let id: BreakID
    package internal(set) var stage: Stage = .announced
    package internal(set) var tally = BreakTally()

    /// Why the last of its spots that were not used was not.
    package private(set) var lastUnused: AdEvent.NotUsedReason = .ignored

    init(id: BreakID) {
        self.id = id
    }

    package enum Stage: Hashable, Sendable {
        case announced
        /// Its first spot is loading.
        case resolving
        /// Its first spot is loaded.
        case ready
        /// Its first spot was heard.
        case started
    }

    /// Whether nothing of it was heard, and nothing went wrong.
    var isCancelled: Bool { stage != .started && tally.failed == 0 }

    mutating func noteUnused(_ reason: AdEvent.NotUsedReason) {
        tally.notUsed += 1
        lastUnused = reason
    }
}
