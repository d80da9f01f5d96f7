import Advertising
import MediaTime

extension AdPlayManager {
    /// Whether a new layout would differ from the one that holds: the sink has to be asked from
    /// where on sound can be changed.
    package func wantsSwitch(in context: BreakContext) -> Bool {
        guard isOpen, !context.isPaused else { return false }
        let layout = context.layout
        if activeSpots.contains(where: {
            $0.pendingEnd != nil && !isPendingEndLaid(of: $0, in: layout)
        }) {
            return true
        }
        guard admission == .open else { return false }
        for player in activeSpots where layout?.range(of: player.token) == nil {
            // An opening bumper goes before ads that are laid out, and a closing one behind them.
            switch hasTurn(player, isFirst: player.bumper == .opening) {
            case .now: return isWithinReach(player, in: context)
            case .later: return false
            case .never: continue
            }
        }
        return false
    }

    /// Whether `layout` fulfils the wish of `player`, as far as it still could.
    private func isPendingEndLaid(of player: AdvertisementPlayer, in layout: BreakLayout?) -> Bool {
        guard let layout, let spot = layout.spots.first(where: { $0.token == player.token }),
            player.endsEarly
        else { return false }
        let end = player.fadesOut ? spot.fadeStart ?? spot.range.end : spot.range.end
        return end <= layout.validFrom
    }

    /// Lays the break out from output frame `time` on, after what the layout that holds says of the
    /// time before it.
    mutating func lay(from time: FrameTime, _ outbox: inout Outbox) {
        var (policy, isInserted) = (policy, isInserted)
        var (spots, breakRange) = keepWhatHasBegun(before: time, outbox)
        if let begun = openLayout(of: breakRange, at: time, outbox) {
            (policy, isInserted) = (begun.policy, begun.isInserted)
        }
        dropWhatIsNotWanted(from: time, &outbox)
        // An ad that came after its closing bumper has begun follows it.
        activeSpots = activeSpots.filter(spots.has) + activeSpots.filter { !spots.has($0) }
        if !outbox.context.isPaused {
            var placing = SpotPlacing(
                from: time, spots, breakRange, programme: outbox.context.programme,
                isHolding: policy == .hold)
            placeTheRest(by: &placing, &outbox)
            (spots, breakRange) = (placing.spots, placing.breakRange)
        }
        if let over = breakRange, over.end < time, over.end <= outbox.heard { breakRange = nil }
        var layout = BreakLayout(
            validFrom: time, breakID: openBreak?.id ?? numbers.lastBreak, policy: policy,
            breakRange: breakRange, spots: spots)
        layout.isInserted = isInserted
        outbox.send(.lay(layout))
    }

    /// The layout whose `breakRange`, of the open break, lasts to output frame `time`; `nil` if none
    /// does. The stream does the same in all of a break, even if its window changes once the sink
    /// has begun to render it.
    private func openLayout(
        of breakRange: FrameRange?, at time: FrameTime, _ outbox: Outbox
    ) -> BreakLayout? {
        guard let breakRange, breakRange.end >= time, let layout = outbox.layout,
            layout.breakID == openBreak?.id
        else { return nil }
        return layout
    }

    /// Spots that have begun before `time` stay, up to `time` if they are to be cut.
    private mutating func keepWhatHasBegun(
        before time: FrameTime, _ outbox: Outbox
    ) -> (spots: [PlacedSpot], breakRange: FrameRange?) {
        let before = outbox.layout?.lastBreak(before: time)
        var end = before.map { min($0.end, time) }
        var spots: [PlacedSpot] = []
        let begun = (outbox.layout?.spots ?? []).filter { $0.range.start < time }
        for (place, var spot) in begun.enumerated() {
            guard let index = index(of: spot.token) else { continue }
            activeSpots[index].isHandedOut = true
            if case .drop(_, let ifBegun)? = activeSpots[index].pendingEnd {
                activeSpots[index].pendingEnd = ifBegun
            }
            if activeSpots[index].endsEarly {
                spot.end(at: time, from: time, isFading: activeSpots[index].fadesOut)
            } else if isInterrupted(activeSpots[index], at: time, outbox) {
                spot.end(at: time, from: time, isFading: false)
                renewSlate(after: activeSpots[index])
            } else if spot.range.end > time, let audio = activeSpots[index].audio {
                let turns = spot.turnFrameCount.map { _ in
                    window(of: activeSpots[index])?.frameCount ?? spot.range.count
                }
                var last = spot.range.start + (turns ?? audio.frameCount)
                // The next ad has begun to take its place.
                if place + 1 < begun.count { last = min(last, spot.range.end) }
                // A slate may be rendered beyond the end that its break has now. It ends here.
                if last > time { spot.range.end = last }
                if pushPlace(during: activeSpots[index], outbox) != nil {
                    renewSlate(after: activeSpots[index])
                }
                let isFading = window(of: activeSpots[index])?.earlyEnd == .fade
                spot.end(
                    at: min(cutFrame(of: activeSpots[index], outbox) ?? last, last), from: time,
                    isFading: isFading)
            }
            end = max(end ?? spot.range.end, spot.range.end)
            spots.append(spot)
        }
        guard let before, let end, before.start < time else { return (spots, nil) }
        return (spots, FrameRange(before.start, end))
    }

    /// Ends what is not wanted and has no frames before `time`; what has begun cannot be dropped.
    private mutating func dropWhatIsNotWanted(from time: FrameTime, _ outbox: inout Outbox) {
        for player in activeSpots {
            guard let pendingEnd = player.pendingEnd else { continue }
            if let range = outbox.range(of: player), range.start < time {
                if !player.endsEarly, let index = index(of: player.token) {
                    activeSpots[index].pendingEnd = nil
                }
                continue
            }
            activeSpots.removeAll { $0.token == player.token }
            callOff(player, &outbox)
            switch pendingEnd {
            case .skip: end(player, .unheard(.skipped), at: outbox.heard, &outbox)
            case .fail(let failure): end(player, .failed(failure), at: outbox.heard, &outbox)
            case .breakOver(let ending, _):
                end(player, Self.unheard(player, ending), at: outbox.heard, &outbox)
            case .drop(let reason, _): end(player, .unheard(reason), at: outbox.heard, &outbox)
            }
        }
    }
}

extension [PlacedSpot] {
    fileprivate func has(_ player: AdvertisementPlayer) -> Bool {
        contains { $0.token == player.token }
    }
}

extension AdvertisementPlayer {
    /// Whether it is not to be heard to its end, once it has begun.
    fileprivate var endsEarly: Bool {
        switch pendingEnd {
        case .skip, .fail, .breakOver(_, .cut), .breakOver(_, .fade): true
        case .drop, .breakOver(_, .finish), nil: false
        }
    }

    fileprivate var fadesOut: Bool {
        if case .breakOver(_, .fade) = pendingEnd { true } else { false }
    }
}
