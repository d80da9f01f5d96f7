import MediaTime

// What happens because time has passed.
extension TruexCoordinator {
    /// Does what was due by `now`.
    mutating func advanceTime(to now: FrameTime, _ effects: inout [Effect]) {
        while let due = nextDue, due <= now { fireDue(due, at: now, &effects) }
    }

    /// Does what is due next, at `due`.
    ///
    /// Nothing is due in a unit that somebody sees: its listener stays as long as he likes, and no
    /// limit of the host's takes what he has earned.
    private mutating func fireDue(
        _ due: FrameTime, at now: FrameTime, _ effects: inout [Effect]
    ) {
        if let unit = prepared, unit.fetchDeadline == due {
            prepared = nil
            schedule.markUnanswered(unit.stop.id)
            giveUp(unit, .fetch, &effects)
            return
        }
        switch state {
        case .waitingStart(let unit, let deadline):
            giveUp(unit, due == deadline ? .start : .fetch, &effects)
            leave(unit.stop, unit.credit, at: now, &effects)
        case .card(let unit, .awaited(let deadline)):
            giveUp(unit, due == deadline ? .start : .fetch, &effects)
            hearOn(&effects)
            advance(at: now, &effects)
        case .interactive(let unit), .popup(let unit):
            giveUp(unit, .audience, &effects)
            leave(unit.stop, unit.credit, at: now, &effects)
        case .leaving(let departure, _):
            land(departure, at: max(position, reach.end), by: .newest, now, &effects)
        case .closed, .content, .waitingForSpot, .card, .linearAds: break
        }
    }

    func giveUp(
        _ unit: Unit, _ deadline: TruexLog.Deadline, _ effects: inout [Effect]
    ) {
        effects += [.stop(unit.token), .log(.timedOut(unit.stop.id, unit.token, deadline))]
    }

    /// When something happens if nobody does anything; `nil` for never.
    private var nextDue: FrameTime? {
        let due: FrameTime? =
            switch state {
            case .card(let unit, .awaited(let deadline)), .waitingStart(let unit, let deadline):
                min(deadline, unit.fetchDeadline ?? deadline)
            case .leaving(_, let deadline): deadline
            case .interactive(let unit), .popup(let unit): unit.audienceDeadline
            case .closed, .content, .waitingForSpot, .card, .linearAds: nil
            }
        return [due, prepared?.fetchDeadline].compactMap(\.self).min()
    }

    /// Asks to be woken when that is.
    mutating func arm(_ effects: inout [Effect]) {
        guard nextDue != armedWake else { return }
        armedWake = nextDue
        effects.append(.wake(at: nextDue))
    }
}
