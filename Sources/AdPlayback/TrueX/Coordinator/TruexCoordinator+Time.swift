import MediaTime

// What happens because time has passed.
extension TruexCoordinator {
    /// Does what was due by `now`.
    mutating func elapse(_ now: FrameTime, _ effects: inout [Effect]) {
        while let due = nextDue, due <= now { fall(due, at: now, &effects) }
    }

    /// Does what is due next, at `due`.
    ///
    /// Nothing is due in a unit that somebody sees: its listener stays as long as he likes, and no
    /// limit of the host's takes what he has earned.
    private mutating func fall(
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

extension TruexCoordinator {
    /// The frame before which the stream may be heard without a question: what follows it is
    /// known once ``Event/heard(_:)`` has said that it is next, and was answered.
    package var nextTurn: FrameTime {
        let ends = openPod != nil && remembered != nil ? schedule.pods.map(\.range.end) : []
        let jumps = schedule.pods.flatMap { pod in
            schedule.isPlayed(pod)
                ? [pod.range.start]
                : pod.stops.filter { $0.kind != .truexCard }.map(\.range.start)
        }
        return (ends + jumps).filter { $0 > position }.min() ?? .distantFuture
    }

    /// The next frame that is worth an ``Event/heard(_:)`` as soon as all before it was heard.
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
