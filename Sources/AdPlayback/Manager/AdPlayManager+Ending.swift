import Advertising
import MediaTime

extension AdPlayManager {
    /// How a spot ended that was taken out of the queue.
    enum SpotEnding: Hashable {
        case played
        case skipped(AdEvent.SkipReason)
        case failed(SpotFailure)
        /// Nothing is wrong with it, and nothing of it was heard.
        case unheard(AdEvent.NotUsedReason)
    }

    /// Counts, logs and reports a spot that is no longer active.
    mutating func end(
        _ player: AdvertisementPlayer, _ ending: SpotEnding, at frame: FrameTime,
        _ outbox: inout Outbox
    ) {
        let kind: AdEvent.Kind
        let status: FinishStatus?
        switch ending {
        case .played: (kind, status) = (.slotCompleted, .finished)
        case .skipped(let reason): (kind, status) = (.slotSkipped(reason), .aborted)
        case .failed(let failure): (kind, status) = (.slotFailed(failure), .aborted)
        case .unheard(let reason):
            (kind, status) = (.slotNotUsed(reason), player.isHandedOut ? .aborted : nil)
        }
        outbox.log(kind, of: openBreak?.id, player, at: frame)
        guard player.bumper == nil else {
            if player.bumper == .closing, ending != .played { openBreak?.bumpers = [] }
            return
        }
        openBreak?.note(ending)
        if let status { outbox.send(.report(player.token, player.advertisement, status)) }
    }

    /// Ends the break once nothing of it is queued, loading or to be heard.
    mutating func endBreakIfOver(at frame: FrameTime? = nil, _ outbox: inout Outbox) {
        guard activeSpots.isEmpty, queue.isEmpty else { return }
        endBreak(at: frame, &outbox)
    }

    private mutating func endBreak(at frame: FrameTime? = nil, _ outbox: inout Outbox) {
        guard let over = openBreak else { return }
        openBreak = nil
        takeBannerDown(&outbox)
        outbox.log(
            over.isCancelled
                ? .breakCancelled(over.tally, over.lastUnused) : .breakEnded(over.tally),
            of: over.id, at: frame)
        if over.stage == .started { outbox.send(.adPlayFinished) }
    }

    /// Ends all at once: the spot first, then its banner, then the burst (rule X4).
    mutating func stop(_ outbox: inout Outbox) {
        for player in activeSpots {
            callOff(player, &outbox)
            end(
                player, player.hasBegun ? .skipped(.stopped) : .unheard(.stopped),
                at: outbox.heard, &outbox)
        }
        activeSpots = []
        for queued in queue.dropAll() {
            noteUnused(queued.token, queued.advertisement, .stopped, &outbox)
        }
        if let takenByApp = clickable.takenByApp {
            outbox.send(.report(takenByApp.token, takenByApp.advertisement, .aborted))
        }
        endBreak(&outbox)
        close()
    }

    private mutating func close() {
        programmeLoudness = nil
        marked.windows = []
        marked.starts = [:]
        marked.awaitingSlate = []
        admission = .noStream
        clickable = ClickableAdvertisements()
        focus.streamer = .audible
    }

    mutating func takeBannerDown(_ outbox: inout Outbox) {
        if clickable.takeBannerDown() { outbox.send(.removeBanner) }
    }
}
