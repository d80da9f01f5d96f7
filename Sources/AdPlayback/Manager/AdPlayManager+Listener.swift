import MediaTime

extension AdPlayManager {
    /// Whether there is a spot to be skipped, where `layout` holds.
    package func canSkip(in layout: BreakLayout?) -> Bool { skippable(in: layout) != nil }

    /// The index of the spot that would be skipped: the one that has frames, else the one whose turn
    /// it is.
    private func skippable(in layout: BreakLayout?) -> Int? {
        if waitsForProgramme { return nil }
        let index =
            activeSpots.firstIndex { layout?.range(of: $0.token) != nil }
            ?? activeSpots.firstIndex { $0.bumper == nil }
        return index.flatMap {
            activeSpots[$0].pendingEnd == nil && refusalToSkip(activeSpots[$0]) == nil ? $0 : nil
        }
    }

    /// Why a spot may not be skipped now; `nil` if it may.
    private func refusalToSkip(_ player: AdvertisementPlayer) -> Refusal? {
        if isRestricted(player) { return .skippingForbidden }
        return switch player.advertisement.skipping {
        case .atOnce: nil
        case .never: .skippingRefused
        case .from: player.toldMarks.contains(.skippable) ? nil : .skippingTooSoon
        }
    }

    /// Whether the stream forbids to skip a spot.
    private func isRestricted(_ player: AdvertisementPlayer) -> Bool {
        window(of: player)?.skipping == .forbidden
    }

    /// Whether the stream forbids to skip a spot that is queued.
    private var hasRestrictedQueue: Bool {
        let numbers = queue.breakNumbers
        return marked.windows.contains { $0.skipping == .forbidden && numbers.contains($0.number) }
    }

    /// Cuts the spot that is heard, as soon as the sink can; drops one that has no frames yet.
    mutating func skip(_ outbox: inout Outbox) {
        guard let index = skippable(in: outbox.layout) else {
            return refuseToSkip(&outbox)
        }
        guard outbox.range(of: activeSpots[index]) == nil else {
            activeSpots[index].pendingEnd = .skip
            return leaveSlate(activeSpots[index], &outbox)
        }
        let player = activeSpots.remove(at: index)
        callOff(player, &outbox)
        end(player, .unheard(.skipped), at: outbox.heard, &outbox)
    }

    /// Cuts the spot with this id if it is heard, or is laid out and would be skipped.
    mutating func skipSpot(_ id: Int, _ outbox: inout Outbox) {
        let heard = activeSpots.firstIndex { $0.hasBegun && $0.advertisement.id == id }
        guard let index = heard ?? skippable(in: outbox.layout),
            activeSpots[index].advertisement.id == id, activeSpots[index].pendingEnd == nil,
            outbox.range(of: activeSpots[index]) != nil
        else { return outbox.send(.refuse(.nothingToSkip)) }
        if let refusal = refusalToSkip(activeSpots[index]) { return outbox.send(.refuse(refusal)) }
        activeSpots[index].pendingEnd = .skip
        leaveSlate(activeSpots[index], &outbox)
    }

    /// Cuts the spot that is heard, and drops all others of the break. None of them may be one that the
    /// stream or its ad server forbids to skip, loaded or not.
    mutating func skipBreak(_ outbox: inout Outbox) {
        guard !activeSpots.isEmpty || !queue.isEmpty, !waitsForProgramme,
            !activeSpots.contains(where: isRestricted),
            // Two ads are heard in a crossfade.
            activeSpots.allSatisfy({ !$0.hasBegun || refusalToSkip($0) == nil }),
            // Behind an opening bumper is an ad that may have to be heard for a while.
            activeSpots.first(where: { $0.bumper == nil }).flatMap(refusalToSkip) == nil
        else { return refuseToSkip(&outbox) }
        guard !hasRestrictedQueue else { return outbox.send(.refuse(.skippingForbidden)) }
        let advertisements = activeSpots.map(\.advertisement) + queue.advertisements
        guard !advertisements.contains(where: { $0.skipping == .never }) else {
            return outbox.send(.refuse(.skippingRefused))
        }
        for index in activeSpots.indices where outbox.range(of: activeSpots[index]) != nil {
            activeSpots[index].requestEnd(.skip)
        }
        dropWaiting(.skipped, &outbox)
        dropWaitingBumpers(&outbox)
    }

    /// Whether a spot is heard that the stream forbids to leave.
    package var forbidsLeaving: Bool {
        activeSpots.first.map { $0.hasBegun && isRestricted($0) } ?? false
    }

    private func refuseToSkip(_ outbox: inout Outbox) {
        let refusals = waitsForProgramme ? [] : activeSpots.compactMap(refusalToSkip)
        outbox.send(.refuse(refusals.first ?? .nothingToSkip))
    }

    func pause(_ outbox: inout Outbox) {
        guard !holdsFocus(in: outbox.context) else {
            outbox.send(.refuse(.pauseDuringAdvertisement))
            return
        }
        outbox.send(.pauseAllowed)
    }

    mutating func click(_ id: Int, _ outbox: inout Outbox) {
        guard let clicked = clickable.advertisement(id) else {
            outbox.send(.refuse(.nothingToClick))
            return
        }
        outbox.send(.clickReport(clicked))
    }

    func noteBannerShown(_ id: Int, _ outbox: inout Outbox) {
        guard let shown = clickable.shownBanner, shown.id == id else { return }
        outbox.send(.viewReport(shown))
    }

    mutating func setVolume(_ volume: Float, _ outbox: inout Outbox) {
        guard focus.userVolume != volume else { return }
        focus.userVolume = volume
        followVolume(outbox)
        outbox.send(.focusChanged(focus))
    }

    mutating func setAdVolume(_ volume: Float, _ outbox: inout Outbox) {
        guard focus.adVolume != volume else { return }
        focus.adVolume = volume
        followVolume(outbox)
        outbox.send(.focusChanged(focus))
    }

    /// Counts what passes of the spots at volume 0, which makes no impression.
    mutating func followVolume(_ outbox: Outbox) {
        guard focus.heardAdVolume <= 0 else {
            guard let start = mutedSince.take() else { return }
            for index in activeSpots.indices {
                guard let range = outbox.range(of: activeSpots[index]) else { continue }
                activeSpots[index].noteMuted(in: FrameRange(start, outbox.heard), at: range)
            }
            return
        }
        mutedSince = mutedSince ?? outbox.heard
    }

    mutating func setStreamer(_ streamer: AudioFocus.Streamer, _ outbox: inout Outbox) {
        guard focus.streamer != streamer else { return }
        focus.streamer = streamer
        outbox.send(.focusChanged(focus))
    }

    /// While the device is gone or held nothing is heard, so nothing can last too long.
    func changeOutput(from before: OutputState, _ outbox: inout Outbox) {
        let state = outbox.context.output
        guard before != state else { return }
        for player in activeSpots where player.hasBegun {
            switch state {
            case .running: arm(player, &outbox)
            case .lost, .held, .lostWhileHeld: disarm(player, &outbox)
            }
            if !before.isHeld, state.isHeld { log(.slotPaused, of: player, &outbox) }
            if before.isHeld, !state.isHeld { log(.slotResumed, of: player, &outbox) }
        }
    }

    private func log(
        _ kind: AdEvent.Kind, of player: AdvertisementPlayer, _ outbox: inout Outbox
    ) {
        outbox.log(kind, of: openBreak?.id, player, at: outbox.heard)
    }
}
