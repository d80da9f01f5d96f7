import MediaTime

// Timers.
extension TruexCoordinator {
    /// Fires the timers due by `now`.
    mutating func advanceTime(to now: FrameTime, _ effects: inout [Effect]) {
        while let due = nextDue, due <= now { fireDue(due, at: now, &effects) }
    }

    /// Fires the timer that is due at `due`.
    ///
    /// No timer ends a unit that somebody watches, so the host takes nothing that the listener has
    /// earned.
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
            playPod(&effects)
            advance(at: now, &effects)
        case .interactive(let unit), .popup(let unit):
            giveUp(unit, .audience, &effects)
            leave(unit.stop, unit.credit, at: now, &effects)
        case .leaving(let departure, _):
            land(departure, at: max(position, surroundings.reach.end), by: .newest, now, &effects)
        case .closed, .content, .waitingForSpot, .card, .linearAds: break
        }
    }

    func giveUp(
        _ unit: Unit, _ deadline: TruexLog.Deadline, _ effects: inout [Effect]
    ) {
        effects += [.stop(unit.token), .log(.timedOut(unit.stop.id, unit.token, deadline))]
    }

    /// When the next timer fires; `nil` if none is set.
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

    /// Requests a wake for the next timer.
    mutating func arm(_ effects: inout [Effect]) {
        guard nextDue != armedWake else { return }
        armedWake = nextDue
        effects.append(.wake(at: nextDue))
    }
}

extension TruexCoordinator {
    /// The stream may be heard up to this frame without another decision. The next one follows from
    /// ``Event/heard(_:)`` at this frame.
    package var nextTurn: FrameTime {
        let ends = openPod != nil && remembered != nil ? schedule.pods.map(\.range.end) : []
        let jumps = schedule.pods.flatMap { pod in
            schedule.isPlayed(pod) || isPaid(pod)
                ? [pod.range.start]
                : pod.stops.filter { $0.kind != .truexCard }.map(\.range.start)
        }
        return (ends + jumps).filter { $0 > position }.min() ?? .distantFuture
    }

    /// The next frame that needs an ``Event/heard(_:)`` once everything before it was heard.
    package var nextMark: FrameTime {
        let edges = schedule.unplayed.flatMap { pod in
            let cards = pod.stops.filter { $0.kind == .truexCard }
            return ([pod.range] + cards.map(\.range)).flatMap { [$0.start, $0.end] }
        }
        let preload = schedule.nextStop(after: position).map {
            $0.range.start - policy.preloadTime.frameCount
        }
        let marks = edges + [preload].compactMap(\.self)
        return marks.filter { $0 > position }.reduce(nextTurn, min)
    }
}
