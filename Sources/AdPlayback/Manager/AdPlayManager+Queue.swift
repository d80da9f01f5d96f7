import Advertising
import MediaTime

extension AdPlayManager {
    /// Queues a push. What is heard goes on; what is queued gets its turn.
    mutating func enqueue(_ pushed: [Advertisement], _ outbox: inout Outbox) {
        guard !pushed.isEmpty else { return }
        queue.add(
            pushed.map { advertisement in
                QueuedAdvertisement(token: numbers.nextToken(), advertisement: advertisement)
            })
        announce(pushed.count, &outbox)
        outbox.send(.availableToObservers)
    }

    mutating func announce(
        _ spotCount: Int, of window: BreakWindow? = nil, _ outbox: inout Outbox
    ) {
        guard configuration.playback == .automatic else { return }
        if let openBreak {
            outbox.log(.breakExtended(spotCount: spotCount), of: openBreak.id)
        } else {
            let id = numbers.nextBreak()
            openBreak = OpenBreak(id: id, window, configuration.bumpers)
            let missedCount = window?.missedCount ?? 0
            outbox.log(.breakAnnounced(spotCount: spotCount, missedCount: missedCount), of: id)
        }
    }

    /// What was delivered and has not begun at output frame `time`, in the order of its turn. A
    /// loaded spot whose length nobody declared has the length of its audio.
    package func waitingSpots(at time: FrameTime, in layout: BreakLayout?) -> [Advertisement] {
        activeSpots.filter { $0.bumper == nil && $0.isWaiting(at: time, in: layout) }.map(
            \.measuredAdvertisement)
            + queue.advertisements
    }

    /// Whether a spot with this id was pushed and neither dropped nor reported as ended.
    package func contains(_ id: Advertisement.ID) -> Bool {
        activeSpots.contains { $0.advertisement.id == id }
            || queue.advertisements.contains { $0.id == id }
    }

    /// How many spots have been pushed and not begun, loaded or not.
    package var waitingCount: Int {
        activeSpots.count { !$0.isHandedOut && $0.bumper == nil } + queue.count
    }

    /// Drops all that waits, loaded or not, also slates (rule M13). What is laid out and has its turn goes
    /// on, and the break ends with it; what is laid out behind it is dropped unless the sink has begun
    /// it.
    mutating func ignoreReceived(_ outbox: inout Outbox) {
        for index in activeSpots.indices
        where !activeSpots[index].isHandedOut && activeSpots[index].bumper == nil
            && outbox.range(of: activeSpots[index]) != nil
        {
            if activeSpots[index].pendingEnd == nil {
                activeSpots[index].pendingEnd = .drop(.ignored)
            }
        }
        dropWaiting(.ignored, &outbox)
        for player in activeSpots
        where player.bumper == .slate && player.isWaiting(at: outbox.heard, in: outbox.layout) {
            guard outbox.range(of: player) != nil, let index = index(of: player.token) else {
                dropBumper(player, .ignored, &outbox)
                continue
            }
            if player.pendingEnd == nil { activeSpots[index].pendingEnd = .drop(.ignored) }
        }
    }

    /// Drops one spot that waits, loaded or not. Of several with this id, the last one.
    mutating func ignoreSpot(_ id: Int, _ outbox: inout Outbox) {
        if let queued = queue.dropLast(id: id) {
            return noteUnused(queued.token, queued.advertisement, .ignored, &outbox)
        }
        let waiting = activeSpots.lastIndex {
            $0.advertisement.id == id && $0.bumper == nil && $0.pendingEnd == nil
                && $0.isWaiting(at: outbox.heard, in: outbox.layout)
        }
        guard let index = waiting else { return outbox.send(.refuse(.nothingToIgnore)) }
        guard outbox.range(of: activeSpots[index]) == nil else {
            return activeSpots[index].pendingEnd = .drop(.ignored)
        }
        let player = activeSpots.remove(at: index)
        callOff(player, &outbox)
        end(player, .unheard(.ignored), at: outbox.heard, &outbox)
    }

    /// Drops all ads that were not laid out, also what was handed out.
    mutating func dropWaiting(_ reason: AdEvent.NotUsedReason, _ outbox: inout Outbox) {
        let dropped = activeSpots.filter { $0.bumper == nil && outbox.range(of: $0) == nil }
        activeSpots.removeAll { $0.bumper == nil && outbox.range(of: $0) == nil }
        for player in dropped {
            callOff(player, &outbox)
            end(player, .unheard(reason), at: outbox.heard, &outbox)
        }
        for queued in queue.dropAll() {
            noteUnused(queued.token, queued.advertisement, reason, &outbox)
        }
    }

    /// Gives the next spot to an app that plays it itself, and reports the one it had before.
    mutating func handOutNext(_ outbox: inout Outbox) {
        if let before = clickable.takenByApp {
            outbox.send(.report(before.token, before.advertisement, .finished))
        }
        let taken = takeNext(&outbox)
        clickable.takenByApp = taken
        if let taken { noteUnused(taken.token, taken.advertisement, .takenByApp, &outbox) }
        outbox.send(.handOut(taken?.advertisement))
    }

    private mutating func takeNext(_ outbox: inout Outbox) -> QueuedAdvertisement? {
        let next = activeSpots.firstIndex {
            !$0.isHandedOut && $0.bumper == nil && outbox.range(of: $0) == nil
        }
        guard let index = next else { return queue.pop() }
        let player = activeSpots.remove(at: index)
        callOff(player, &outbox)
        return QueuedAdvertisement(token: player.token, advertisement: player.advertisement)
    }

    /// Says that a spot will not be heard although nothing is wrong with it.
    mutating func noteUnused(
        _ token: PlayToken, _ spot: Advertisement, _ reason: AdEvent.NotUsedReason,
        _ outbox: inout Outbox
    ) {
        openBreak?.noteUnused(reason)
        outbox.log(.slotNotUsed(reason), of: openBreak?.id, slot: token, spot)
    }
}

extension AdvertisementPlayer {
    /// Whether none of it has been heard at output frame `time`.
    fileprivate func isWaiting(at time: FrameTime, in layout: BreakLayout?) -> Bool {
        layout?.range(of: token).map { time < $0.start } ?? true
    }

    /// The advertisement, with the length of its audio if none was declared.
    fileprivate var measuredAdvertisement: Advertisement {
        guard advertisement.duration == nil, let audio else { return advertisement }
        var measured = advertisement
        measured.duration = FrameTime(Int64(audio.frameCount)).duration
        return measured
    }
}
