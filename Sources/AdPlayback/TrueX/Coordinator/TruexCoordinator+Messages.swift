import MediaTime

// Messages of the listener, and pauses of a unit.
extension TruexCoordinator {
    mutating func take(_ message: TruexMessage, _ effects: inout [Effect]) {
        noteAnswer(message, &effects)
        switch (state, message) {
        case (_, .hidden): pause(.hidden, &effects)
        case (_, .shown): resume(.hidden, &effects)
        case (_, .leave): leaveStream(&effects)
        case (.popup(let unit), .popupClosed):
            state = .interactive(unit)
            effects.append(.resume(unit.token, .popup))
        case (.card(let unit, _), .popupClosed): effects.append(.resume(unit.token, .popup))
        case (.card(let unit, _), _), (.waitingStart(let unit, _), _), (.interactive(let unit), _),
            (.popup(let unit), _):
            effects.append(.forward(unit.token, message))
        // There is no unit to notify.
        case (.closed, _), (.content, _), (.waitingForSpot, _), (.leaving, _), (.linearAds, _):
            break
        }
    }

    /// Pauses the current unit, or else the next one.
    mutating func pause(_ reason: TruexPause, _ effects: inout [Effect]) {
        guard surroundings.pauses.insert(reason).inserted, let unit = currentUnit else { return }
        effects.append(.pause(unit.token, reason))
    }

    mutating func resume(_ reason: TruexPause, _ effects: inout [Effect]) {
        guard surroundings.pauses.remove(reason) != nil, let unit = currentUnit else { return }
        effects.append(.resume(unit.token, reason))
    }

    /// The unit that was started and has not ended.
    var currentUnit: Unit? {
        switch state {
        case .card(let unit, _), .waitingStart(let unit, _), .interactive(let unit),
            .popup(let unit):
            unit
        case .closed, .content, .waitingForSpot, .leaving, .linearAds: nil
        }
    }

    mutating func set(_ controls: Controls, _ effects: inout [Effect]) {
        guard told.controls != controls else { return }
        told.controls = controls
        effects.append(.controls(controls))
    }

    mutating func set(_ rule: SpotRule, _ effects: inout [Effect]) {
        guard told.spotRule != rule else { return }
        told.spotRule = rule
        effects.append(.spots(rule))
    }
}
