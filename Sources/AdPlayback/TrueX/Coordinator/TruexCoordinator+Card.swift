import MediaTime

// A choice card that is part of the stream: the stream goes on under it, stops only
// for who wants the unit, and is back at the card when he has thought better of it.
extension TruexCoordinator {
    /// The card that is heard now, and whose unit was not started yet.
    var cardHere: TruexStop? {
        guard let pod = openPod.flatMap({ schedule[$0.id] }), !schedule.isPlayed(pod) else {
            return nil
        }
        return pod.stops.first {
            $0.kind == .truexCard && $0.range.contains(position) && !schedule.isSpent($0)
        }
    }

    /// The card is heard: its unit is shown as soon as no spot is heard any more (rule X2), if it
    /// still is by then.
    mutating func arrive(atCard stop: TruexStop, _ now: FrameTime, _ effects: inout [Effect]) {
        set(.keep, &effects)
        guard spots == .idle else { return }
        if prepared?.stop.id != stop.id { prepare(stop, at: now, &effects) }
        guard let unit = prepared else { return }
        start(unit, &effects)
        state = .card(unit, .awaited(until: now + policy.startTimeout.frameCount))
    }

    /// Sees whether the card is over: then the choice is, too.
    mutating func follow(
        _ unit: Unit, _ choice: Choice, at now: FrameTime, _ effects: inout [Effect]
    ) {
        guard !unit.stop.range.contains(position) else { return }
        switch choice {
        case .awaited: giveUp(unit, .start, &effects)
        case .offered:
            state = .card(unit, .missed)
            effects.append(.endCard(unit.token))
            return
        // It was told, and has not ended.
        case .declined, .missed: effects.append(.stop(unit.token))
        }
        hearOn(&effects)
        advance(at: now, &effects)
    }

    /// The listener wants the unit.
    mutating func stopForUnit(_ unit: Unit, at now: FrameTime, _ effects: inout [Effect]) {
        state = .interactive(unit)
        effects.append(.hold)
        awaitAudience(at: now, &effects)
    }

    /// He has thought better of it, and has the choice again.
    mutating func goBackToCard(_ unit: Unit, at now: FrameTime, _ effects: inout [Effect]) {
        let start = unit.stop.range.start
        state = .card(unit, .offered)
        awaitAudience(at: now, &effects)
        jump(
            to: start < reach.start
                ? TruexLanding(target: reach.start, route: .oldest)
                : TruexLanding(target: start, route: .direct), &effects)
        follow(unit, .offered, at: now, &effects)
    }

    /// The unit of a card in the stream is over, and its listener did not go into it.
    ///
    /// Who opted out is taken past the rest of the card, if that can be moved to; who said nothing
    /// hears on.
    mutating func leaveCard(
        _ unit: Unit, _ choice: Choice, at now: FrameTime, _ effects: inout [Effect]
    ) {
        let end = unit.stop.range.end
        if choice == .declined, end > position, end <= reach.end {
            let skipped = TruexLog.skipped(
                .placeholder, of: unit.stop.id.pod, from: position, to: end, .direct)
            jump(to: TruexLanding(target: end, route: .direct), &effects)
            effects.append(.log(skipped))
        }
        hearOn(&effects)
        advance(at: now, &effects)
    }

    /// The pod is heard, and nothing is shown.
    mutating func hearOn(_ effects: inout [Effect]) {
        state = .linearAds
        set(.release, &effects)
    }
}
