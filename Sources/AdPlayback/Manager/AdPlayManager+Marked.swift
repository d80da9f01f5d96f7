import Advertising
import MediaTime

/// The breaks that the stream marks.
extension AdPlayManager {
    /// What the stream does in the break that is open. A break that replaces a part of the stream
    /// cannot hold it, because that part would be heard after the break.
    var policy: BreakPolicy {
        switch openBreak?.joint {
        case .replaced: configuration.policy == .hold ? .mute : configuration.policy
        case .inserted: .hold
        case .pushed, nil: configuration.policy
        }
    }

    /// Whether the break that is open holds a live stream too, whatever the listener has chosen.
    var isInserted: Bool { openBreak?.joint == .inserted }

    /// Queues the spots that fill a marked break: none if all of it is left to the slate.
    mutating func enqueue(
        _ spots: [Advertisement], of window: BreakWindow, _ outbox: inout Outbox
    ) {
        // A push has no end to which a slate could be heard, and a part of a break has that of the break.
        let isSlated =
            window.hasSlate && hasSlate && window.partOf == nil && window.joint == .replaced
        guard !spots.isEmpty || isSlated else { return }
        // A listener who left the slate does not get another one for more spots.
        if isSlated, !marked.windows.contains(where: { $0.number == window.number }) {
            marked.awaitingSlate.insert(window.number)
        }
        marked.windows.removeAll { $0.number == window.number }
        marked.windows.append(window)
        queue.add(
            spots.map { advertisement in
                QueuedAdvertisement(
                    token: numbers.nextToken(), advertisement: advertisement,
                    breakNumber: window.number)
            })
        guard !spots.isEmpty else {
            if openBreak == nil { announce(0, of: window, &outbox) }
            return
        }
        announce(spots.count, of: window, &outbox)
        outbox.send(.availableToObservers)
    }

    /// Moves a marked break.
    mutating func move(_ window: BreakWindow, _ outbox: inout Outbox) {
        guard let index = marked.windows.firstIndex(where: { $0.number == window.number }),
            marked.windows[index] != window
        else { return }
        let before = marked.windows[index]
        marked.windows[index] = window
        guard isOpenBreak(before.breakNumber) else { return }
        // A push becomes a part of a break that the stream marks, or is none any more.
        if before.partOf != window.partOf { openBreak?.markedNumber = window.breakNumber }
        guard leads(window) else { return }
        if openBreak?.stage != .started { openBreak?.joint = window.joint }
        outbox.log(.breakChanged, of: openBreak?.id)
    }

    /// Cuts what is heard of a marked break, and drops the rest.
    mutating func endMarkedBreak(
        _ number: Int, _ ending: BreakWindow.Ending, _ outbox: inout Outbox
    ) {
        guard let window = marked.windows.first(where: { $0.number == number }) else { return }
        if ending == .early, isOpenBreak(window.breakNumber), leads(window) {
            outbox.log(.breakEndedEarly, of: openBreak?.id)
        }
        for index in activeSpots.indices
        where activeSpots[index].breakNumber == number
            // A break that lasts as long as its ads is over before its closing bumper.
            && (ending != .whole || [nil, .slate].contains(activeSpots[index].bumper))
            && outbox.range(of: activeSpots[index]).map({ $0.end > outbox.heard }) == true
        {
            var earlyEnd = ending == .cancelled ? .cut : window.earlyEnd ?? .cut
            if activeSpots[index].bumper == .slate, earlyEnd == .finish { earlyEnd = .cut }
            activeSpots[index].requestEnd(.breakOver(ending, earlyEnd))
        }
        let dropped = activeSpots.filter {
            $0.breakNumber == number && outbox.range(of: $0) == nil
        }
        activeSpots.removeAll { player in dropped.contains { $0.token == player.token } }
        for player in dropped {
            callOff(player, &outbox)
            end(player, Self.unheard(player, ending), at: outbox.heard, &outbox)
        }
        for queued in queue.drop(ofBreak: number) {
            let player = AdvertisementPlayer(queued)
            end(player, Self.unheard(player, ending), at: outbox.heard, &outbox)
        }
        marked.windows.removeAll { $0.number == number }
        marked.starts[number] = nil
        marked.awaitingSlate.remove(number)
    }

    /// Drops what waits for a place in a programme that is over, and cuts its slate. Ads that are
    /// heard, or that the sink has begun, go on, and are of no break of the programme that follows.
    mutating func leaveProgramme(_ outbox: inout Outbox) {
        for player in activeSpots where player.breakNumber != nil {
            let isAd = [nil, .slate].contains(player.bumper)
            guard let index = index(of: player.token) else { continue }
            activeSpots[index].breakNumber = nil
            guard isAd else { continue }
            guard outbox.range(of: player) != nil else {
                activeSpots.remove(at: index)
                callOff(player, &outbox)
                end(player, .unheard(.stopped), at: outbox.heard, &outbox)
                continue
            }
            if player.bumper == .slate {
                activeSpots[index].requestEnd(.breakOver(.early, .cut))
            } else if !player.hasBegun {
                activeSpots[index].requestEnd(.drop(.stopped))
            }
        }
        for number in marked.windows.map(\.number) {
            for queued in queue.drop(ofBreak: number) {
                noteUnused(queued.token, queued.advertisement, .stopped, &outbox)
            }
        }
        marked = MarkedWindows()
        openBreak?.markedNumber = nil
    }

    /// How a spot ended of which nothing was heard because its break was over.
    static func unheard(
        _ player: AdvertisementPlayer, _ ending: BreakWindow.Ending
    ) -> SpotEnding {
        switch ending {
        // Nobody has paid for a bumper, so it is no failure.
        case .whole, .early:
            player.bumper == nil ? .failed(.breakShortened) : .unheard(.withoutAds)
        case .cancelled: .unheard(.breakCancelled)
        }
    }

    /// Whether what becomes of a window is told of its break: there is none of the break itself.
    private func leads(_ window: BreakWindow) -> Bool {
        guard let number = window.partOf else { return true }
        return !marked.windows.contains { $0.number == number }
    }

    /// The number of the break of which the spots of window `number` are a part; `nil` for those of a
    /// push that has no window.
    func wholeBreak(_ number: Int?) -> Int? {
        number.map { number in
            marked.windows.first { $0.number == number }?.breakNumber ?? number
        }
    }

    private func isOpenBreak(_ number: Int) -> Bool { openBreak?.markedNumber == number }

    /// The part of the programme whose place a spot takes; `nil` for a push, and for a spot that
    /// outlives its break.
    package func window(of player: AdvertisementPlayer) -> BreakWindow? {
        player.breakNumber.flatMap { number in marked.windows.first { $0.number == number } }
    }

    /// Whether all spots that wait are of breaks at frames of the programme, and none of the break
    /// was heard: the programme has to get there first.
    package var waitsForProgramme: Bool {
        guard let openBreak, openBreak.stage != .started else { return false }
        return activeSpots.allSatisfy { $0.breakNumber != nil } && queue.isOfMarkedBreaks
    }

    /// Whether spots wait for a frame of the programme that is not after `frame`.
    package func awaits(before frame: FrameTime) -> Bool {
        let numbers = activeSpots.map(\.breakNumber) + queue.breakNumbers
        return marked.windows.contains { $0.begin <= frame && numbers.contains($0.number) }
    }
}

extension SpotFailure {
    /// A spot whose turn did not come before the end of its break.
    static let breakShortened = SpotFailure(
        .breakShortened, "the break that the stream marks ended before its turn")
}
