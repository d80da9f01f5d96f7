import MediaTime

// What happens because time has passed.
extension TruexRendererMachine {
    /// Does what was due by `now`.
    mutating func advanceTime(to now: FrameTime, _ effects: inout [Effect]) {
        while let due = nextDue, due <= now { fireDue(due, &effects) }
    }

    /// Does what is due next, at `due`.
    private mutating func fireDue(_ due: FrameTime, _ effects: inout [Effect]) {
        switch state {
        case .fetching, .fetchingWantStart:
            effects.append(.track(.playerNoLoad))
            end(.adError("the ad server gave no answer in time"), &effects)
        case .choiceCard(var card):
            if due == card.countdownDue { return optOut(.countdown, &effects) }
            card.buttons = .enabled
            state = .choiceCard(card)
        case .engaged(var unit):
            unit.attentionIsMet = true
            state = .engaged(unit)
            effects.append(.track(.timeMet))
            if unit.interaction == .met { credit(unit, &effects) }
        case .video: complete(timeSpent: 0, &effects)
        case .skipCard: endSkipCard(&effects)
        case .created, .ready, .adFree, .cancelPrompt, .credited, .done, .stopped: break
        }
    }

    /// The pod is paid for.
    mutating func endSkipCard(_ effects: inout [Effect]) {
        effects.append(.tell(.adFreePod))
        complete(timeSpent: 0, &effects)
    }

    /// When something happens if nobody does anything; `nil` for never.
    var nextDue: FrameTime? {
        switch state {
        case .fetching, .fetchingWantStart: fetchDeadline
        case .choiceCard(let card): [card.countdownDue, card.buttonsDue].compactMap(\.self).min()
        case .engaged(let unit):
            unit.attentionIsMet ? nil : unit.attention.reaches(unit.ad.attentionTime)
        case .video(let unit): unit.attention.reaches(unit.ad.attentionTime)
        case .skipCard(let card): card.countdown.reaches(card.sponsor.cardTime)
        case .created, .ready, .adFree, .cancelPrompt, .credited, .done, .stopped: nil
        }
    }

    /// Lets time pass, or not, in what is shown now.
    mutating func setClocks(at now: FrameTime) {
        let motion: TruexStopwatch.Motion =
            pauses.isSubset(of: [.listener]) ? .running : .held
        switch state {
        case .choiceCard(var card):
            card.countdown.set(pauses.isEmpty ? .running : .held, at: now)
            state = .choiceCard(card)
        case .engaged(var unit):
            unit.attention.set(motion, at: now)
            state = .engaged(unit)
        case .cancelPrompt(var unit):
            unit.attention.set(.held, at: now)
            state = .cancelPrompt(unit)
        case .video(var unit):
            unit.attention.set(motion, at: now)
            state = .video(unit)
        case .skipCard(var card):
            card.countdown.set(motion, at: now)
            state = .skipCard(card)
        case .created, .fetching, .fetchingWantStart, .ready, .adFree, .credited, .done, .stopped:
            break
        }
    }
}

extension TruexRendererMachine.Card {
    /// When the listener will have said nothing for too long.
    fileprivate var countdownDue: FrameTime? { ad.cardTime.flatMap(countdown.reaches) }

    /// When the buttons take an answer, if they do not yet.
    fileprivate var buttonsDue: FrameTime? {
        buttons == .disabled ? countdown.reaches(ad.buttonDelay) : nil
    }
}
