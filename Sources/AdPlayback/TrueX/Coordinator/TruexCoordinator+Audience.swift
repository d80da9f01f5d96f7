import MediaTime

// Who looks at a unit, and how long it waits for somebody who does.
extension TruexCoordinator {
    /// A unit stands still while nobody sees it, and is given up if nobody comes back to it: a
    /// stream is not held for an empty room.
    mutating func take(
        _ audience: TruexAudience, at now: FrameTime, _ effects: inout [Effect]
    ) {
        guard self.audience != audience else { return }
        self.audience = audience
        switch audience {
        case .hidden: pause(.hidden, &effects)
        case .unknown, .nobody, .watching: resume(.hidden, &effects)
        }
        awaitAudience(at: now, &effects)
    }

    /// Brings the unit that is shown, if one is, in line with who looks at it.
    mutating func awaitAudience(at now: FrameTime, _ effects: inout [Effect]) {
        guard var unit = currentUnit else { return }
        switch (audience, unit.viewing) {
        case (.hidden, .unseen), (.watching, .unseen): unit.viewing = .inPage
        case (.nobody, .unseen), (.unknown, _), (.hidden, _), (.watching, _), (.nobody, _): break
        }
        // A card that is part of the stream holds nothing up.
        let isMissed = phase != .card && audience == .nobody && unit.viewing != .elsewhere
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

    /// Whoever answers while no page is open looks at the unit elsewhere: in a terminal, say.
    mutating func noteAnswer(_ message: TruexMessage, _ effects: inout [Effect]) {
        guard audience == .nobody, message != .hidden, message != .shown else { return }
        needNobody(&effects)
    }

    /// Lets the unit go on whether or not a page shows it.
    mutating func needNobody(_ effects: inout [Effect]) {
        guard var unit = currentUnit else { return }
        unit.viewing = .elsewhere
        unit.audienceDeadline = nil
        replace(unit)
        resume(.away, &effects)
    }
}
