import MediaTime

// The life of a renderer.
extension TruexCoordinator {
    /// Requests the ad of the next placeholder once it is near, and releases a renderer whose
    /// placeholder will not be reached.
    mutating func prepareNext(at now: FrameTime, _ effects: inout [Effect]) {
        guard state == .content || state == .linearAds else { return }
        if let unit = prepared, !schedule.isNext(unit.stop.id, at: position) {
            dropPrepared(&effects)
        }
        guard prepared == nil, let stop = schedule.nextStop(after: position),
            stop.range.start - position <= policy.preloadTime.frameCount,
            schedule[stop.id.pod].map(isPaid) != true
        else { return }
        prepare(stop, at: now, &effects)
    }

    mutating func prepare(_ stop: TruexStop, at now: FrameTime, _ effects: inout [Effect]) {
        guard let pod = schedule[stop.id.pod] else { return }
        dropPrepared(&effects)
        counts.tokens += 1
        prepared = Unit(
            token: TruexToken(counts.tokens), stop: stop,
            fetchDeadline: now + policy.fetchTimeout.frameCount)
        effects.append(.create(TruexToken(counts.tokens), stop.id, pod.slotType))
    }

    mutating func dropPrepared(_ effects: inout [Effect]) {
        guard let unit = prepared else { return }
        prepared = nil
        effects.append(.stop(unit.token))
    }

    /// Starts the unit of a placeholder at which the stream is held.
    mutating func begin(_ stop: TruexStop, at now: FrameTime, _ effects: inout [Effect]) {
        guard let unit = prepared, unit.stop.id == stop.id else {
            // It had no ad, or none in time, while a spot played.
            return leave(stop, .none, at: now, &effects)
        }
        start(unit, &effects)
        state = .waitingStart(unit, until: now + policy.startTimeout.frameCount)
    }

    mutating func start(_ unit: Unit, _ effects: inout [Effect]) {
        prepared = nil
        surroundings.pauses.remove(.away)
        schedule.markSpent(unit.stop.id)
        effects.append(.start(unit.token))
        for reason in TruexPause.allCases where surroundings.pauses.contains(reason) {
            effects.append(.pause(unit.token, reason))
        }
    }

    /// Processes a renderer's event if it comes from the newest renderer and that has not ended.
    mutating func hear(
        _ event: TruexEvent, from token: TruexToken, at now: FrameTime,
        _ effects: inout [Effect]
    ) {
        if let unit = prepared, unit.token == token {
            effects.append(.log(.renderer(unit.stop.id, token, event)))
            hear(event, fromPrepared: unit, &effects)
        } else if let unit = currentUnit, unit.token == token {
            effects.append(.log(.renderer(unit.stop.id, token, event)))
            hear(event, from: unit, at: now, &effects)
        } else {
            counts.stale += 1
        }
    }

    private mutating func hear(
        _ event: TruexEvent, fromPrepared unit: Unit, _ effects: inout [Effect]
    ) {
        if event == .fetchAdComplete { prepared?.fetchDeadline = nil }
        guard event.isTerminal else { return }
        prepared = nil
        schedule.markUnanswered(unit.stop.id)
        effects.append(.release(unit.token))
    }

    /// The state table for events of a started renderer.
    private mutating func hear(
        _ event: TruexEvent, from unit: Unit, at now: FrameTime, _ effects: inout [Effect]
    ) {
        var unit = unit
        switch (state, event) {
        case (.waitingStart(_, let deadline), .fetchAdComplete):
            unit.fetchDeadline = nil
            state = .waitingStart(unit, until: deadline)
        case (.card(_, let choice), .fetchAdComplete):
            unit.fetchDeadline = nil
            state = .card(unit, choice)
        case (.waitingStart, .adStarted):
            unit.fetchDeadline = nil
            state = .interactive(unit)
            awaitAudience(at: now, &effects)
        case (_, .skipCardShown): stopAwaitingAudience(&effects)
        case (.card(_, .awaited), .adStarted):
            unit.fetchDeadline = nil
            state = .card(unit, .offered)
        case (.card(_, .offered), .optIn): stopForUnit(unit, at: now, &effects)
        case (.card(_, .offered), .optOut(let cause)):
            state = .card(unit, cause == .user ? .declined : .missed)
        case (.interactive, .userCancel) where unit.stop.kind == .truexCard:
            goBackToCard(unit, at: now, &effects)
        case (.popup, .userCancel):
            state = .interactive(unit)
            effects.append(.resume(unit.token, .popup))
            if unit.stop.kind == .truexCard { goBackToCard(unit, at: now, &effects) }
        // Noted only (rule C2). Interactive videos earn nothing (rule C7).
        case (_, .adFreePod):
            guard unit.stop.offersChoice else { return }
            unit.credit = .earned
            replace(unit)
        case (.interactive, .popupWebsite):
            state = .popup(unit)
            effects.append(.pause(unit.token, .popup))
        case (.card, .popupWebsite): effects.append(.pause(unit.token, .popup))
        case (_, .userCancelStream) where unit.stop.offersChoice:
            effects.append(.release(unit.token))
            state = .linearAds
            leaveStream(&effects)
        case (.card(_, let choice), .adCompleted), (.card(_, let choice), .adError),
            (.card(_, let choice), .noAdsAvailable):
            effects.append(.release(unit.token))
            if unit.credit == .none {
                leaveCard(unit, choice, at: now, &effects)
            } else {
                leave(unit.stop, unit.credit, at: now, &effects)
            }
        // The credit counts whatever the end is (rule C3).
        case (_, .adCompleted), (_, .adError), (_, .noAdsAvailable), (_, .userCancelStream):
            effects.append(.release(unit.token))
            leave(unit.stop, unit.credit, at: now, &effects)
        case (_, .fetchAdComplete), (_, .adsAvailable), (_, .adStarted), (_, .adDisplayed),
            (_, .optIn), (_, .optOut), (_, .userCancel), (_, .popupWebsite), (_, .video),
            (_, .xtendedViewStarted), (_, .overlayCompleted):
            break
        }
    }

    /// Replaces the unit of the current state.
    mutating func replace(_ unit: Unit) {
        switch state {
        case .card(_, let choice): state = .card(unit, choice)
        case .waitingStart(_, let deadline): state = .waitingStart(unit, until: deadline)
        case .interactive: state = .interactive(unit)
        case .popup: state = .popup(unit)
        case .closed, .content, .waitingForSpot, .leaving, .linearAds: break
        }
    }
}
