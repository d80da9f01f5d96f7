import Advertising
import MediaTime

/// One line of the event log that is about advertisements.
package struct AdEvent: Hashable, Sendable, Codable {
    package var kind: Kind

    /// The output frame that it belongs to: of what was heard, exactly that frame; of all else,
    /// the frame that the shell gave as now.
    package var frame: FrameTime

    /// `nil` only where ads were dropped before they made a break.
    package var breakID: BreakID?

    /// The slot, for `slot.…` events.
    package var slot: PlayToken?

    /// The advertisement's id, for `slot.…` events.
    package var spot: Int?

    package init(
        kind: Kind, frame: FrameTime, breakID: BreakID? = nil, slot: PlayToken? = nil,
        spot: Int? = nil
    ) {
        self.kind = kind
        self.frame = frame
        self.breakID = breakID
        self.slot = slot
        self.spot = spot
    }

    /// What happened.
    package enum Kind: Hashable, Sendable, Codable {
        case breakAnnounced(spotCount: Int)
        case breakResolving
        /// The first spot is loaded.
        case breakReady
        /// The first frame of the first spot was heard.
        case breakStarted
        case breakExtended(spotCount: Int)
        /// All its slots have ended; the stream is back.
        case breakEnded(BreakTally)
        /// It was called off before anything of it was heard.
        case breakCancelled(BreakTally, NotUsedReason)
        /// Ads came that no break is made of.
        case breakDropped(spotCount: Int, NotUsedReason)

        case slotLoading
        case slotLoaded(frameCount: Int, SpotLoudness?)
        /// `frame` is the spot's first; `decibels` is the gain that its loudness was given, `nil`
        /// where spots are as loud as they were made.
        case slotStarted(decibels: Double?)
        /// `frame` is the first that is not silent.
        case slotFirstAudible
        case slotFirstQuartile
        case slotMidpoint
        case slotThirdQuartile
        /// `frame` is the first that is heard only when it goes on.
        case slotPaused
        case slotResumed
        /// `frame` is the first after the spot.
        case slotCompleted
        /// `frame` is the first that was not heard.
        case slotSkipped(SkipReason)
        case slotFailed(SpotFailure)
        case slotNotUsed(NotUsedReason)
    }

    /// Why a spot that had begun was not heard to its end although nothing is wrong with it.
    package enum SkipReason: String, Hashable, Sendable, Codable {
        case listener
        /// The stream was stopped, and its advertisements with it.
        case stopped
    }

    /// Why a spot that was pushed was not heard although nothing is wrong with it.
    package enum NotUsedReason: String, Hashable, Sendable, Codable {
        case ignored
        case stopped
        /// It came while no stream was open.
        case noStream
        /// Skipped before its first frame was heard.
        case skipped
        /// The app took it, to play it itself.
        case takenByApp
        /// A credit of true[X] covers it.
        case credited
        /// The listener fell too far behind live to come to it.
        case expired
        /// More waited already than a session takes in.
        case queueFull
    }
}

extension AdEvent {
    /// The event's name in the event log.
    package var name: String {
        switch kind {
        case .breakAnnounced: "break.announced"
        case .breakResolving: "break.resolving"
        case .breakReady: "break.ready"
        case .breakStarted: "break.started"
        case .breakExtended: "break.extended"
        case .breakEnded: "break.ended"
        case .breakCancelled: "break.cancelled"
        case .breakDropped: "break.dropped"
        case .slotLoading: "slot.loading"
        case .slotLoaded: "slot.loaded"
        case .slotStarted: "slot.started"
        case .slotFirstAudible: "slot.firstAudible"
        case .slotFirstQuartile: "slot.firstQuartile"
        case .slotMidpoint: "slot.midpoint"
        case .slotThirdQuartile: "slot.thirdQuartile"
        case .slotPaused: "slot.paused"
        case .slotResumed: "slot.resumed"
        case .slotCompleted: "slot.completed"
        case .slotSkipped: "slot.skipped"
        case .slotFailed: "slot.failed"
        case .slotNotUsed: "slot.notUsed"
        }
    }
}

/// One break of a session, counted from 1 in the order in which breaks were announced.
///
/// A name, not an index: it stays what it is when other breaks go away.
package struct BreakID: RawRepresentable, Hashable, Sendable, Codable {
    package var rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package init(_ number: Int) {
        self.init(rawValue: number)
    }
}
