import Advertising
import MediaTime

/// An entry of the event log about advertisements.
package struct AdEvent: Hashable, Sendable, Codable {
    package var kind: Kind

    /// In output time: the exact frame of what was heard, otherwise the shell's current frame.
    package var frame: FrameTime

    /// `nil` only for ads that were dropped before they formed a break.
    package var breakID: BreakID?

    /// Set for `slot.…` events.
    package var slot: PlayToken?

    /// Set for `slot.…` events.
    package var spot: Advertisement?

    /// Set for `slot.…` events of a bumper or the slate, which are no ads.
    package var bumper: BreakBumpers.Place?

    package init(
        kind: Kind, frame: FrameTime, breakID: BreakID? = nil, slot: PlayToken? = nil,
        spot: Advertisement? = nil
    ) {
        self.kind = kind
        self.frame = frame
        self.breakID = breakID
        self.slot = slot
        self.spot = spot
    }

    package enum Kind: Hashable, Sendable, Codable {
        case breakAnnounced(spotCount: Int, missedCount: Int = 0)
        case breakResolving
        /// The first spot is loaded.
        case breakReady
        /// The first frame of the first spot was heard.
        case breakStarted
        case breakExtended(spotCount: Int)
        /// A marker has moved its start or its end.
        case breakChanged
        /// A marker has ended it before the end that was known.
        case breakEndedEarly
        /// All slots have ended, and the stream has returned.
        case breakEnded(BreakTally)
        /// Cancelled before any of it was heard.
        case breakCancelled(BreakTally, NotUsedReason)
        /// Ads arrived that form no break.
        case breakDropped(spotCount: Int, NotUsedReason)

        case slotLoading
        case slotLoaded(frameCount: Int, SpotLoudness?)
        /// `frame` is the spot's first frame. `decibels` is its loudness gain, `nil` if spots are
        /// not changed.
        case slotStarted(decibels: Double?)
        /// `frame` is the first frame that is not silent.
        case slotFirstAudible
        /// Enough of it was audible to count. Only of ads of which a server wants to know it.
        case slotImpression
        case slotFirstQuartile
        case slotMidpoint
        /// The listener may skip it from here on. Only of ads that could not be skipped before.
        case slotSkippable
        /// An ad server gets a beacon for this place of the ad. No line of the event log.
        case slotProgress(VASTOffset)
        case slotThirdQuartile
        /// `frame` is the first frame heard after resuming.
        case slotPaused
        case slotResumed
        /// `frame` is the first frame after the spot.
        case slotCompleted
        /// `frame` is the first frame not heard.
        case slotSkipped(SkipReason)
        case slotFailed(SpotFailure)
        case slotNotUsed(NotUsedReason)
    }

    /// Why a spot that had started was not heard to its end, although nothing failed.
    package enum SkipReason: String, Hashable, Sendable, Codable {
        case listener
        /// The stream was stopped.
        case stopped
        /// The break that the stream marks was over.
        case breakOver
    }

    /// Why a pushed spot was not heard, although nothing failed.
    package enum NotUsedReason: String, Hashable, Sendable, Codable {
        case ignored
        case stopped
        /// It arrived while no stream was open.
        case noStream
        /// Skipped before its first frame was heard.
        case skipped
        /// The app took it to play it itself.
        case takenByApp
        /// Covered by a true[X] credit.
        case credited
        /// The listener fell too far behind live to reach it.
        case expired
        /// The queue was full.
        case queueFull
        /// A marker took the break back.
        case breakCancelled
        /// No spot fits the break.
        case nothingFits
        /// Nobody names a spot for the break.
        case noSpots
        /// The stream ends before it.
        case afterEnd
        /// It was pushed for the end of a live stream.
        case noEnd
        /// The rules of the operator allow no ads yet.
        case tooSoon
        /// The listener was past the place in the stream for which it was pushed.
        case passed
        /// A bumper that was not loaded in time for the ads, or whose break ended before its turn, or
        /// no ad is heard that it could join; or the slate of a break that its ads fill.
        case withoutAds
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
        case .breakChanged: "break.changed"
        case .breakEndedEarly: "break.endedEarly"
        case .breakEnded: "break.ended"
        case .breakCancelled: "break.cancelled"
        case .breakDropped: "break.dropped"
        case .slotLoading: "slot.loading"
        case .slotLoaded: "slot.loaded"
        case .slotStarted: "slot.started"
        case .slotFirstAudible: "slot.firstAudible"
        case .slotImpression: "slot.impression"
        case .slotFirstQuartile: "slot.firstQuartile"
        case .slotMidpoint: "slot.midpoint"
        case .slotSkippable: "slot.skippable"
        case .slotProgress: "slot.progress"
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

/// Identifies a break of a session; breaks are numbered from 1 as they are announced.
package struct BreakID: RawRepresentable, Hashable, Sendable, Codable {
    package var rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package init(_ number: Int) {
        self.init(rawValue: number)
    }
}

extension AdEvent.Kind {
    /// Whether only ad servers get it. It is no line of the event log.
    package var isForAdServersOnly: Bool {
        switch self {
        case .slotImpression, .slotProgress: true
        default: false
        }
    }
}
