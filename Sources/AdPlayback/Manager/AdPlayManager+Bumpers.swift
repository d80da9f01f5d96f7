import Advertising
import MediaTime

/// The bumpers of the open break. They are loaded with its ads, and are heard if an ad is that they
/// can join. One that is not loaded in time is left out.
extension AdPlayManager {
    /// Loads the opening bumper of a new break, before its ads, which are all queued.
    mutating func loadOpeningBumper(_ outbox: inout Outbox) {
        guard hasAds, openBreak?.bumpers.remove(.opening) != nil,
            let spot = configuration.bumpers.opening
        else { return }
        loadBumper(spot, .opening, ofBreak: queue.breakNumbers.first ?? nil, at: 0, &outbox)
    }

    /// Loads the closing bumper of a break that has ads, or moves it behind the last of them.
    mutating func loadClosingBumper(_ outbox: inout Outbox) {
        guard let openBreak, openBreak.bumpers.contains(.closing),
            let spot = configuration.bumpers.closing, hasAds
        else { return }
        let last = activeSpots.last { $0.bumper == nil || $0.bumper == .slate }
        let number = queue.breakNumbers.last ?? last?.breakNumber
        guard activeSpots.last?.bumper == .closing else {
            return loadBumper(spot, .closing, ofBreak: number, at: activeSpots.endIndex, &outbox)
        }
        activeSpots[activeSpots.endIndex - 1].breakNumber = number
    }

    /// Moves a closing bumper behind the ads that came after the sink has begun it, if it is not
    /// laid out any more because the sink lost what it had rendered. One that has another behind
    /// the ads is left out. Otherwise it would wait for these ads, and they for it.
    mutating func moveClosingBumperBack(_ outbox: inout Outbox) {
        let lost = activeSpots.dropLast().firstIndex {
            $0.bumper == .closing && outbox.range(of: $0) == nil
        }
        guard let lost else { return }
        let bumper = activeSpots.remove(at: lost)
        guard activeSpots.last?.bumper == .closing, let places = openBreak?.bumpers else {
            return activeSpots.append(bumper)
        }
        dropBumper(bumper, .withoutAds, &outbox)
        // The break keeps the other one.
        openBreak?.bumpers = places
    }

    /// Whether ads of the open break are queued, loading or heard.
    private var hasAds: Bool { !queue.isEmpty || activeSpots.contains { $0.bumper == nil } }

    /// Whether an ad of the open break was heard. Without an open break nobody asks.
    private var adHasBegun: Bool { openBreak?.begunCount != 0 }

    mutating func loadBumper(
        _ spot: Advertisement, _ place: BreakBumpers.Place, ofBreak number: Int?, at index: Int,
        _ outbox: inout Outbox
    ) {
        var player = AdvertisementPlayer(
            QueuedAdvertisement(
                token: numbers.nextToken(), advertisement: spot, breakNumber: number))
        player.bumper = place
        activeSpots.insert(player, at: index)
        load(player, &outbox)
    }

    /// Whether a loaded spot has its turn once everything before it is placed. `isFirst` is whether no
    /// ad of the break is placed.
    func hasTurn(_ player: AdvertisementPlayer, isFirst: Bool) -> Turn {
        switch player.bumper {
        case nil: return player.isReady ? .now : .later
        case .opening:
            guard player.isReady, isFirst else { return .never }
            return activeSpots.first { $0.bumper == nil }?.isReady == true ? .now : .later
        case .slate:
            guard player.isReady else { return .never }
            return queue.breakNumbers.contains { wholeBreak($0) == player.breakNumber }
                ? .later : .now
        case .closing:
            guard player.isReady else { return .never }
            return queue.isEmpty ? .now : .later
        }
    }

    enum Turn {
        case now
        /// Nothing after it has its turn, either.
        case later
        /// What follows it is placed without it.
        case never
    }

    /// How many frames at the end of its window a spot leaves to the closing bumper.
    func closingFrameCount(after player: AdvertisementPlayer) -> Int {
        guard player.bumper != .closing, let closing = activeSpots.last,
            closing.bumper == .closing, closing.pendingEnd == nil,
            wholeBreak(closing.breakNumber) == wholeBreak(player.breakNumber)
        else { return 0 }
        return closing.audio?.frameCount ?? 0
    }

    /// Leaves out the bumpers that have no ad to join.
    mutating func dropLoneBumpers(_ outbox: inout Outbox) {
        for player in activeSpots where isLone(player, outbox) {
            guard let range = outbox.range(of: player) else {
                dropBumper(player, .withoutAds, &outbox)
                continue
            }
            // The sink has begun what is laid out before that.
            guard let layout = outbox.layout, range.start >= layout.validFrom,
                let index = index(of: player.token)
            else { continue }
            activeSpots[index].pendingEnd = .drop(.withoutAds)
        }
    }

    /// A bumper in `placing` that has not `begun`, and has no ad to join; `nil` if there is none.
    func loneBumper(
        in placing: SpotPlacing, butNotIn begun: SpotPlacing, _ outbox: Outbox
    ) -> AdvertisementPlayer? {
        activeSpots.first { player in
            isLone(player, outbox) && placing.has(player) && !begun.has(player)
        }
    }

    /// Whether a bumper that was not heard yet has no ad to join.
    private func isLone(_ player: AdvertisementPlayer, _ outbox: Outbox) -> Bool {
        guard !player.hasBegun, player.pendingEnd == nil else { return false }
        switch player.bumper {
        case nil, .slate: return false
        case .opening: return !hasAds || adHasBegun
        case .closing: return !hasAds && (!adHasBegun || outbox.range(of: player) == nil)
        }
    }

    /// Leaves out the bumpers of a break that the listener skips.
    mutating func dropWaitingBumpers(_ outbox: inout Outbox) {
        openBreak?.bumpers = []
        marked.awaitingSlate = []
        for player in activeSpots where player.bumper != nil && outbox.range(of: player) == nil {
            dropBumper(player, .skipped, &outbox)
        }
    }

    mutating func dropBumper(
        _ player: AdvertisementPlayer, _ reason: AdEvent.NotUsedReason, _ outbox: inout Outbox
    ) {
        activeSpots.removeAll { $0.token == player.token }
        callOff(player, &outbox)
        end(player, .unheard(reason), at: outbox.heard, &outbox)
    }
}
