/// The announced break that has not ended yet.
package struct OpenBreak: Hashable, Sendable {
    package let id: BreakID

    /// The number of the marked break with which it began; `nil` if a push began it.
    package let markedNumber: Int?

    package internal(set) var stage: Stage = .announced
    package internal(set) var tally = BreakTally()

    /// The number of spots of which at least a frame was heard.
    package internal(set) var begunCount = 0

    /// Why the last unused spot was not used.
    package private(set) var lastUnused: AdEvent.NotUsedReason = .ignored

    init(id: BreakID, markedNumber: Int? = nil) {
        self.id = id
        self.markedNumber = markedNumber
    }

    package enum Stage: Hashable, Sendable {
        case announced
        /// The first spot is loading.
        case resolving
        /// The first spot is loaded.
        case ready
        /// The first spot was heard.
        case started
    }

    /// Whether none of it was heard and nothing failed.
    var isCancelled: Bool { stage != .started && tally.failed == 0 }

    mutating func noteUnused(_ reason: AdEvent.NotUsedReason) {
        tally.notUsed += 1
        lastUnused = reason
    }
}
