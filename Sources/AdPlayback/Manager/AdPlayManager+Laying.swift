import Advertising
import MediaTime

extension AdPlayManager {
    /// Whether a new layout would differ from the one that holds: the sink has to be asked from
    /// where on sound can be changed.
    package func wantsSwitch(in context: BreakContext) -> Bool {
        guard isOpen, !context.isPaused else { return false }
        let layout = context.layout
        if line.contains(where: { $0.pendingEnd != nil && !isPendingEndLaid(of: $0, in: layout) }) {
            return true
        }
        guard admission == .open else { return false }
        return line.first { layout?.range(of: $0.token) == nil }?.isReady ?? false
    }

    /// Whether `layout` fulfils the wish of `player`, as far as it still could.
    private func isPendingEndLaid(of player: AdvertisementPlayer, in layout: BreakLayout?) -> Bool {
        guard let layout, let range = layout.range(of: player.token), player.endsEarly else {
            return false
        }
        return range.end <= layout.validFrom
    }

    /// Lays the break out from output frame `time` on, after what the layout that holds says of the
    /// time before it.
    mutating func lay(from time: FrameTime, _ outbox: inout Outbox) {
        var (spots, away) = keepWhatHasBegun(before: time, outbox)
        dropWhatIsNotWanted(from: time, &outbox)
        spots.removeAll { index(of: $0.token) == nil }
        if !outbox.context.isPaused { placeTheRest(from: time, outbox, &spots, &away) }
        if let over = away, over.end < time, over.end <= outbox.heard { away = nil }
        outbox.send(
            .lay(
                BreakLayout(
                    validFrom: time, breakID: openBreak?.id ?? numbers.lastBreak,
                    policy: configuration.policy, away: away, spots: spots)))
    }

    /// Spots that have begun before `time` stay, up to `time` if they are to be cut.
    private mutating func keepWhatHasBegun(
        before time: FrameTime, _ outbox: Outbox
    ) -> (spots: [PlacedSpot], away: FrameRange?) {
        let before = outbox.layout?.away
        var end = before.map { min($0.end, time) }
        var spots: [PlacedSpot] = []
        for var spot in outbox.layout?.spots ?? [] where spot.range.start < time {
            guard let index = index(of: spot.token) else { continue }
            line[index].isHandedOut = true
            if line[index].endsEarly { spot.range.end = min(spot.range.end, time) }
            end = max(end ?? spot.range.end, spot.range.end)
            spots.append(spot)
        }
        guard let before, let end, before.start < time else { return (spots, nil) }
        return (spots, FrameRange(before.start, end))
    }

    /// Ends what is not wanted and has no frames before `time`; what has begun cannot be dropped.
    private mutating func dropWhatIsNotWanted(from time: FrameTime, _ outbox: inout Outbox) {
        for player in line {
            guard let pendingEnd = player.pendingEnd else { continue }
            if let range = outbox.range(of: player), range.start < time {
                if !player.endsEarly, let index = index(of: player.token) {
                    line[index].pendingEnd = nil
                }
                continue
            }
            line.removeAll { $0.token == player.token }
            callOff(player, &outbox)
            switch pendingEnd {
            case .skip: end(player, .unheard(.skipped), at: outbox.heard, &outbox)
            case .fail(let failure): end(player, .failed(failure), at: outbox.heard, &outbox)
            case .drop(let reason): end(player, .unheard(reason), at: outbox.heard, &outbox)
            }
        }
    }

    /// Joins all spots that are loaded, up to the first that is not, to what has begun.
    private mutating func placeTheRest(
        from time: FrameTime, _ outbox: Outbox, _ spots: inout [PlacedSpot],
        _ away: inout FrameRange?
    ) {
        for index in line.indices {
            let token = line[index].token
            if spots.contains(where: { $0.token == token }) { continue }
            guard let audio = line[index].audio else { return }
            if admission == .closed, outbox.range(of: line[index]) == nil { return }
            let joint = away?.end ?? time
            let start = max(joint, time)
            let range = FrameRange(start, count: audio.frameCount)
            line[index].settleGain(by: configuration.loudness, in: programmeLoudness)
            spots.append(
                PlacedSpot(token: token, range: range, decibels: line[index].decibels ?? 0))
            away = FrameRange(start == joint ? away?.start ?? start : start, range.end)
        }
    }
}

extension AdvertisementPlayer {
    /// Whether it is not to be heard to its end.
    fileprivate var endsEarly: Bool {
        switch pendingEnd {
        case .skip, .fail: true
        case .drop, nil: false
        }
    }
}
