import MediaTime

// A choice card in the stream: the stream plays on under it, stops only if the listener chooses the
// unit, and returns to the card if they go back.
extension TruexCoordinator {
    /// The card at this position, if its unit was not started yet.
    var cardHere: TruexStop? {
        guard let pod = openPod.flatMap({ schedule[$0.id] }), !schedule.isPlayed(pod) else {
            return nil
        }
        return pod.stops.first {
            $0.kind == .truexCard && $0.range.contains(position) && !schedule.isSpent($0)
        }
    }

    /// The card is heard. Its unit is shown once no spot plays (rule X2), if the card still plays
    /// then.
    mutating func arrive(atCard stop: TruexStop, _ now: FrameTime, _ effects: inout [Effect]) {
        set(.keep, &effects)
        guard surroundings.spots == .idle else { return }
        if prepared?.stop.id != stop.id { prepare(stop, at: now, &effects) }
        guard let unit = prepared else { return }
        start(unit, &effects)
        state = .card(unit, .awaited(until: now + policy.startTimeout.frameCount))
    }

    /// Ends the choice when the card has ended.
    mutating func trackCard(
        _ unit: Unit, _ choice: Choice, at now: FrameTime, _ effects: inout [Effect]
    ) {
        guard !unit.stop.range.contains(position) else { return }
        switch choice {
        case .awaited: giveUp(unit, .start, &effects)
        case .offered:
            state = .card(unit, .missed)
            effects.append(.endCard(unit.token))
            return
        // It was told, and has not ended yet.
        case .declined, .missed: effects.append(.stop(unit.token))
        }
        playPod(&effects)
        advance(at: now, &effects)
    }

    /// The listener chose the unit.
    mutating func stopForUnit(_ unit: Unit, at now: FrameTime, _ effects: inout [Effect]) {
        state = .interactive(unit)
        effects.append(.hold)
        awaitAudience(at: now, &effects)
    }

    /// The listener went back to the card.
    mutating func goBackToCard(_ unit: Unit, at now: FrameTime, _ effects: inout [Effect]) {
        let start = unit.stop.range.start
        state = .card(unit, .offered)
        awaitAudience(at: now, &effects)
        jump(
            to: start < surroundings.reach.start
                ? TruexLanding(target: surroundings.reach.start, route: .oldest)
                : TruexLanding(target: start, route: .direct), &effects)
        trackCard(unit, .offered, at: now, &effects)
    }

    /// Ends the unit of a card in the stream that the listener did not enter.
    ///
    /// A listener who opted out skips the rest of the card if possible; one who did not answer
    /// hears it.
    mutating func leaveCard(
        _ unit: Unit, _ choice: Choice, at now: FrameTime, _ effects: inout [Effect]
    ) {
        let end = unit.stop.range.end
        if choice == .declined, end > position, end <= surroundings.reach.end {
            let skipped = TruexLog.skipped(
                .placeholder, of: unit.stop.id.pod, from: position, to: end, .direct)
            jump(to: TruexLanding(target: end, route: .direct), &effects)
            effects.append(.log(skipped))
        }
        playPod(&effects)
        advance(at: now, &effects)
    }

    /// Plays the pod without showing a unit.
    mutating func playPod(_ effects: inout [Effect]) {
        state = .linearAds
        set(.release, &effects)
    }
}
