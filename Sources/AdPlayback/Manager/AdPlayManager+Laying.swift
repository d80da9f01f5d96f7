import Advertising
import MediaTime

extension AdPlayManager {
    /// Asks the sink from where on sound can be changed, if sound has to be changed.
    mutating func askForSwitch(_ outbox: inout Outbox) {
        if openBreak?.stage == .resolving, line.first?.isReady ?? false {
            openBreak?.stage = .ready
            outbox.log(.breakReady, of: openBreak?.id)
        }
        guard stream == .running, switching == .none, wantsSwitch else { return }
        switching = .requested
        outbox.send(.requestSwitch)
    }

    /// Whether a new layout would differ from the one that holds.
    private var wantsSwitch: Bool {
        if line.contains(where: { $0.wish != nil && !$0.isWishLaid }) { return true }
        guard admission == .open else { return false }
        return line.first { $0.range == nil }?.isReady ?? false
    }

    /// The sink waits for a layout that is valid from `time`.
    mutating func switchable(_ time: FrameTime, _ outbox: inout Outbox) {
        guard switching == .requested else {
            staleCount += 1
            return
        }
        switching = .none
        lay(from: max(time, heardEnd), &outbox)
    }

    /// What was laid out last never was; lays it out again from `time`.
    mutating func layoutRefused(_ time: FrameTime, _ outbox: inout Outbox) {
        for index in line.indices {
            if let before = line[index].rangeBefore {
                line[index].resize(to: before)
            } else {
                line[index].unplace()
            }
        }
        away = awayBefore
        switching = .none
        lay(from: max(time, heardEnd), &outbox)
    }

    private mutating func lay(from time: FrameTime, _ outbox: inout Outbox) {
        awayBefore = away
        for index in line.indices { line[index].rangeBefore = line[index].range }
        keepWhatHasBegun(before: time)
        dropWhatIsNotWanted(from: time, &outbox)
        if stream == .running { placeTheRest(from: time) }
        outbox.send(
            .lay(
                BreakLayout(
                    validFrom: time, breakID: openBreak?.id ?? BreakID(breakCount),
                    policy: configuration.policy,
                    away: away.flatMap { $0.end < time ? nil : $0 },
                    spots: line.compactMap { player in
                        guard let range = player.range, range.end > time else { return nil }
                        return PlacedSpot(
                            token: player.token, range: range, decibels: player.decibels ?? 0)
                    })))
    }

    /// Spots that have begun before `time` stay, up to `time` if they are to be cut.
    private mutating func keepWhatHasBegun(before time: FrameTime) {
        var end = away.map { min($0.end, time) }
        for index in line.indices {
            guard var range = line[index].range, range.start < time else { continue }
            line[index].isHandedOut = true
            if line[index].endsEarly, range.end > time {
                range.end = time
                line[index].resize(to: range)
            }
            end = max(end ?? range.end, range.end)
        }
        guard let before = away, let end, before.start < time else {
            away = nil
            return
        }
        away = FrameRange(before.start, end)
    }

    private mutating func dropWhatIsNotWanted(from time: FrameTime, _ outbox: inout Outbox) {
        for player in line {
            guard let wish = player.wish else { continue }
            if let range = player.range, range.start < time {
                settleWish(of: player)
                continue
            }
            line.removeAll { $0.token == player.token }
            callOff(player, &outbox)
            switch wish {
            case .skip: end(player, .unheard(.skipped), at: outbox.now, &outbox)
            case .fail(let failure): end(player, .failed(failure), at: outbox.now, &outbox)
            case .drop(let reason): end(player, .unheard(reason), at: outbox.now, &outbox)
            }
        }
    }

    /// A wish of a spot that has begun: cutting it was done, and dropping it is too late.
    private mutating func settleWish(of player: AdvertisementPlayer) {
        guard let index = index(of: player.token) else { return }
        if player.endsEarly {
            line[index].noteWishLaid()
        } else {
            line[index].withdrawWish()
        }
    }

    /// Joins all spots that are loaded, up to the first that is not, to what has begun.
    private mutating func placeTheRest(from time: FrameTime) {
        for index in line.indices {
            if line[index].isLoading { return }
            if admission == .closed, line[index].range == nil { return }
            if let range = line[index].range, range.start < time { continue }
            let joint = away?.end ?? time
            let start = max(joint, time)
            line[index].place(at: start)
            line[index].settleGain(by: configuration.loudness, in: programmeLoudness)
            guard let range = line[index].range else { continue }
            away = FrameRange(start == joint ? away?.start ?? start : start, range.end)
        }
    }
}

extension AdvertisementPlayer {
    /// Whether it is not to be heard to its end.
    fileprivate var endsEarly: Bool {
        switch wish {
        case .skip, .fail: true
        case .drop, nil: false
        }
    }
}
