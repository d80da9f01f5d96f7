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
            let isRenewed = activeSpots.contains {
                $0.bumper == .slate && $0.breakNumber == number
            }
            let last = activeSpots.lastIndex { ad in
                ad.bumper == nil && wholeBreak(ad.breakNumber) == number
                    || isRenewed && isOwnPush(ad, inBreak: number)
            }
            let end = activeSpots.endIndex - (activeSpots.last?.bumper == .closing ? 1 : 0)
            loadBumper(slate, .slate, ofBreak: number, at: last.map { $0 + 1 } ?? end, &outbox)
        }
        marked.awaitingSlate = []
    }

    /// Where a new ad gets its turn: before a slate or a closing bumper that has not begun.
    func turn(of ad: QueuedAdvertisement, _ outbox: Outbox) -> Int {
        let whole = wholeBreak(ad.breakNumber)
        let first = activeSpots.firstIndex { player in
            player.bumper == .slate && (whole == nil || player.breakNumber == whole)
        }
        if let slate = first {
            let number = activeSpots[slate].breakNumber
            let waiting = activeSpots.firstIndex {
                $0.bumper == .slate && $0.breakNumber == number && hasNotBegun($0, outbox)
            }
            // Ads that cut the same slate keep their order.
            let next = activeSpots.indices.first { index in
                let player = activeSpots[index]
                let joins =
                    player.bumper == nil && [nil, number].contains(wholeBreak(player.breakNumber))
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
                && [nil, player.breakNumber].contains(wholeBreak(ad.breakNumber))
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

    /// Leaves out the other slates of a break of which a listener skips `slate`.
    mutating func leaveSlate(_ slate: AdvertisementPlayer, _ outbox: inout Outbox) {
        guard slate.bumper == .slate, let number = slate.breakNumber else { return }
        marked.awaitingSlate.remove(number)
        for player in activeSpots
        where player.bumper == .slate && player.breakNumber == number
            && player.token != slate.token
        {
            guard outbox.range(of: player) != nil, let index = index(of: player.token) else {
                dropBumper(player, .skipped, &outbox)
                continue
            }
            activeSpots[index].requestEnd(.skip)
        }
    }

    /// Leaves out the slates of breaks of which a credit has left no ad, unless they are laid out.
    mutating func dropPaidSlates(_ outbox: inout Outbox) {
        for player in activeSpots where player.bumper == .slate && outbox.range(of: player) == nil {
            let hasAds = activeSpots.contains { ad in
                ad.bumper == nil && wholeBreak(ad.breakNumber) == player.breakNumber
            }
            if !hasAds { dropBumper(player, .credited, &outbox) }
        }
    }

    // MARK: Pushes for places in the break that are no part of it

    private func isOwnPush(_ player: AdvertisementPlayer, inBreak number: Int?) -> Bool {
        guard player.bumper == nil, let own = window(of: player), own.joint == .pushed,
            let window = marked.windows.first(where: { $0.number == number })
        else { return false }
        return own.begin > window.begin && own.begin < window.end
    }

    /// The indices of the pushes behind a slate that cut it at their places as soon as they are ready.
    private func pushes(behind slate: AdvertisementPlayer, _ outbox: Outbox) -> [Int] {
        guard slate.bumper == .slate, slate.pendingEnd == nil,
            let programme = outbox.context.programme
        else { return [] }
        return activeSpots.indices.drop { activeSpots[$0].token != slate.token }.filter { index in
            let player = activeSpots[index]
            return isOwnPush(player, inBreak: slate.breakNumber) && player.isReady
                && player.pendingEnd == nil && !player.hasBegun
                && window(of: player)?.isPassed(at: programme.frame) == false
        }
    }

    /// The programme frame at which the first push cuts a slate; `nil` if none does.
    func pushPlace(during slate: AdvertisementPlayer, _ outbox: Outbox) -> FrameTime? {
        pushes(behind: slate, outbox).compactMap { window(of: activeSpots[$0])?.begin }.min()
    }

    /// Puts a slate at `index`, which would follow `spots`, behind a push whose place is no later than its
    /// own.
    mutating func letPushPass(
        slateAt index: Int, after spots: [PlacedSpot], _ outbox: Outbox
    ) {
        let slate = activeSpots[index]
        guard let joint = spots.last?.range.end, !spots.contains(where: { $0.token == slate.token })
        else { return }
        let due = pushes(behind: slate, outbox).last { push in
            window(of: activeSpots[push]).flatMap { outbox.context.programme?.output(of: $0.begin) }
                .map { $0 < joint + PlacedSpot.leastSlate } ?? false
        }
        guard let due else { return }
        activeSpots.remove(at: index)
        activeSpots.insert(slate, at: due)
    }
}
