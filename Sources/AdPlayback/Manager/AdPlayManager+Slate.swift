import Advertising
import MediaTime

/// The slate of marked breaks. It is loaded with their ads, and is heard over and over from the last of
/// them to the end of the break. An ad that becomes ready meanwhile cuts it, and another slate follows.
extension AdPlayManager {
    /// Whether the session has a slate.
    var hasSlate: Bool { configuration.slate != nil && configuration.playback == .automatic }

    /// Loads the slates of the breaks that have none yet, each behind the ads of its break.
    mutating func loadSlates(_ outbox: inout Outbox) {
        guard openBreak != nil, let slate = configuration.slate else { return }
        for number in marked.awaitingSlate.sorted() {
            let last = activeSpots.lastIndex { $0.bumper == nil && $0.breakNumber == number }
            let end = activeSpots.endIndex - (activeSpots.last?.bumper == .closing ? 1 : 0)
            loadBumper(slate, .slate, ofBreak: number, at: last.map { $0 + 1 } ?? end, &outbox)
        }
        marked.awaitingSlate = []
    }

    /// Where a new ad gets its turn: before a slate or a closing bumper that has not begun.
    func turn(of ad: QueuedAdvertisement, _ outbox: Outbox) -> Int {
        let isBefore = { (player: AdvertisementPlayer) in
            ad.breakNumber == nil || player.breakNumber == ad.breakNumber
        }
        if let slate = activeSpots.firstIndex(where: { $0.bumper == .slate && isBefore($0) }) {
            let number = activeSpots[slate].breakNumber
            let waiting = activeSpots.firstIndex {
                $0.bumper == .slate && $0.breakNumber == number && hasNotBegun($0, outbox)
            }
            // Ads that cut the same slate keep their order.
            let next = activeSpots.indices.first { index in
                let player = activeSpots[index]
                let joins = player.bumper == nil && [nil, number].contains(player.breakNumber)
                return index > slate && !joins
            }
            return waiting ?? next ?? activeSpots.endIndex
        }
        guard let last = activeSpots.last, last.bumper == .closing, hasNotBegun(last, outbox)
        else { return activeSpots.endIndex }
        return activeSpots.endIndex - 1
    }

    private func hasNotBegun(_ player: AdvertisementPlayer, _ outbox: Outbox) -> Bool {
        outbox.range(of: player).map { $0.start > outbox.heard } ?? true
    }

    /// Whether an ad that is ready cuts a slate, which has begun before output frame `time`.
    func isInterrupted(
        _ player: AdvertisementPlayer, at time: FrameTime, _ outbox: Outbox
    ) -> Bool {
        guard player.bumper == .slate, player.pendingEnd == nil, admission == .open,
            !outbox.context.isPaused, let range = outbox.range(of: player), range.end > time
        else { return false }
        let next = activeSpots.first { ad in
            ad.bumper == nil && ad.pendingEnd == nil
                && [nil, player.breakNumber].contains(ad.breakNumber)
                && outbox.range(of: ad).map { $0.start >= time } ?? true
        }
        return next?.isReady == true
    }

    /// Wants another slate for what is left of the break of `player`, unless one waits.
    mutating func renewSlate(after player: AdvertisementPlayer) {
        guard let number = window(of: player)?.number,
            !activeSpots.contains(where: {
                $0.bumper == .slate && $0.breakNumber == number && $0.token != player.token
            })
        else { return }
        marked.awaitingSlate.insert(number)
    }
}
