/// The announced break that has not ended yet.
package struct OpenBreak: Hashable, Sendable {
    package let id: BreakID

    /// The number of the break at a frame of the programme with which it began; `nil` if a push began
    /// it.
    package internal(set) var markedNumber: Int?

    /// What becomes of the programme during the break; `nil` if a push began it.
    package internal(set) var joint: BreakWindow.Joint?

    package internal(set) var stage: Stage = .announced
    package internal(set) var tally = BreakTally()

    /// The bumpers that it may still get.
    package internal(set) var bumpers: Set<BreakBumpers.Place>

    /// The number of ads of which at least a frame was heard.
    package internal(set) var begunCount = 0

    /// Why the last unused spot was not used.
    package private(set) var lastUnused: AdEvent.NotUsedReason = .ignored

    init(id: BreakID, _ window: BreakWindow? = nil, _ bumpers: BreakBumpers = BreakBumpers()) {
        self.id = id
        self.bumpers = window?.hasBumpers == false ? [] : bumpers.places
        markedNumber = window?.breakNumber
        joint = window?.joint
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

    /// Counts an ad that has ended.
    mutating func note(_ ending: AdPlayManager.SpotEnding) {
        switch ending {
        case .played: tally.played += 1
        case .skipped: tally.skipped += 1
        case .failed: tally.failed += 1
        case .unheard(let reason): noteUnused(reason)
        }
    }

    mutating func noteUnused(_ reason: AdEvent.NotUsedReason) {
        tally.notUsed += 1
        lastUnused = reason
    }
}
