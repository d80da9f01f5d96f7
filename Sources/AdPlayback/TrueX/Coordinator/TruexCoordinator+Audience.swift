import MediaTime

// Whether anyone watches a unit, and how long it waits for a viewer.
extension TruexCoordinator {
    /// Pauses a unit that nobody sees, and gives it up after a timeout, so that the stream does not
    /// wait for an absent listener.
    mutating func take(
        _ audience: TruexAudience, at now: FrameTime, _ effects: inout [Effect]
    ) {
        guard surroundings.audience != audience else { return }
        surroundings.audience = audience
        switch audience {
        case .hidden: pause(.hidden, &effects)
        case .unknown, .nobody, .watching: resume(.hidden, &effects)
        }
        awaitAudience(at: now, &effects)
    }

    /// Updates the shown unit, if any, after the audience changed.
    mutating func awaitAudience(at now: FrameTime, _ effects: inout [Effect]) {
        guard var unit = currentUnit else { return }
        switch (surroundings.audience, unit.viewing) {
        case (.hidden, .unseen), (.watching, .unseen): unit.viewing = .inPage
        case (.nobody, .unseen), (.unknown, _), (.hidden, _), (.watching, _), (.nobody, _): break
        }
        // A card in the stream holds nothing up.
        let isMissed =
            phase != .card && surroundings.audience == .nobody && unit.viewing != .elsewhere
        if !isMissed {
            unit.audienceDeadline = nil
        } else if phase != .waitingStart, unit.audienceDeadline == nil {
            unit.audienceDeadline = now + policy.audienceTimeout.frameCount
        }
        replace(unit)
        if isMissed && unit.viewing == .inPage {
            pause(.away, &effects)
        } else {
            resume(.away, &effects)
        }
    }

    /// An answer while no page is open comes from another view, such as a terminal.
    mutating func noteAnswer(_ message: TruexMessage, _ effects: inout [Effect]) {
        guard surroundings.audience == .nobody, message != .hidden, message != .shown else {
            return
        }
        stopAwaitingAudience(&effects)
    }

    /// Lets the unit continue without a page.
    mutating func stopAwaitingAudience(_ effects: inout [Effect]) {
        guard var unit = currentUnit else { return }
        unit.viewing = .elsewhere
        unit.audienceDeadline = nil
        replace(unit)
        resume(.away, &effects)
    }
}
