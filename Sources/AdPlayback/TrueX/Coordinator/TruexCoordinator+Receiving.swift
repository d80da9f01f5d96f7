import MediaTime

extension TruexCoordinator {
    /// Processes an event and returns the effects for the shell.
    ///
    /// `now` is session time and never goes back. Timers due by `now` fire first, except before the
    /// end of the stream.
    package mutating func receive(_ event: Event, at now: FrameTime) -> [Effect] {
        var effects: [Effect] = []
        surroundings.time = now
        if !event.closes { advanceTime(to: now, &effects) }
        move(on: event, at: now, &effects)
        arm(&effects)
        return effects
    }

    /// The state table for events of the stream and the listener.
    private mutating func move(on event: Event, at now: FrameTime, _ effects: inout [Effect]) {
        switch (state, event) {
        case (_, .opened(let start, let played)): open(at: start, played: played, &effects)
        // Facts that outlive a stream, and events that are too late for it.
        case (_, .pause(let reason)): pause(reason, &effects)
        case (_, .resume(let reason)): resume(reason, &effects)
        case (_, .audienceChanged(let audience)): take(audience, at: now, &effects)
        case (_, .renderer(let token, let event)): hear(event, from: token, at: now, &effects)
        case (.waitingForSpot(let stop), .spotsChanged(.idle)):
            surroundings.spots = .idle
            begin(stop, at: now, &effects)
        case (_, .spotsChanged(let spots)):
            surroundings.spots = spots
            advance(at: now, &effects)
        case (.closed, .message(let message)): take(message, &effects)
        case (.closed, .seekRequested), (.closed, .stepRequested): effects.append(.refuseSeek)
        case (.closed, _): break

        // The stream plays.
        case (.content, .heard(let position)), (.linearAds, .heard(let position)):
            self.position = position
            advance(at: now, &effects)
        case (.card(let unit, let choice), .heard(let position)):
            self.position = position
            trackCard(unit, choice, at: now, &effects)
        // The stream is held; audio already queued changes nothing.
        case (_, .heard): break
        case (_, .sponsored):
            schedule.forgetUnanswered()
            advance(at: now, &effects)
        case (_, .podsChanged(let pods)):
            schedule.replacePods(with: pods, keeping: openPod?.id)
            advance(at: now, &effects)
        case (.leaving(let departure, _), .reachChanged(let range)):
            surroundings.reach = range
            landIfThere(departure, at: now, &effects)
        case (_, .reachChanged(let range)): surroundings.reach = range
        case (.leaving(let departure, _), .streamEnded):
            surroundings.flow = .ended
            go(departure, at: now, &effects)
        case (.card(let unit, _), .streamEnded):
            surroundings.flow = .ended
            effects.append(.stop(unit.token))
            playPod(&effects)
            endPod(&effects)
        case (.linearAds, .streamEnded):
            surroundings.flow = .ended
            endPod(&effects)
        case (_, .streamEnded): surroundings.flow = .ended
        case (_, .streamFailed): leaveStream(&effects)

        // The listener.
        case (.content, .seekRequested(let target)): seek(to: target, at: now, &effects)
        case (.content, .stepRequested(let count)):
            seek(to: target(ofStep: count), at: now, &effects)
        case (_, .seekRequested), (_, .stepRequested): effects.append(.refuseSeek)
        case (_, .message(let message)): take(message, &effects)

        // The timers have already fired.
        case (_, .wake): break
        }
    }

    private mutating func open(
        at start: FrameTime, played: Set<TruexPod.ID>, _ effects: inout [Effect]
    ) {
        close(&effects)
        schedule = TruexSchedule(played: played)
        surroundings.reach = FrameRange(.zero, .distantFuture)
        surroundings.flow = .running
        position = start
        creditEnd = nil
        state = .content
    }

    /// The listener leaves, or has to (rule X4). The renderer stops first, and nothing is skipped.
    mutating func leaveStream(_ effects: inout [Effect]) {
        guard state != .closed else { return }
        close(&effects)
        effects.append(.closeStream)
    }

    private mutating func close(_ effects: inout [Effect]) {
        if let unit = currentUnit ?? prepared { effects.append(.stop(unit.token)) }
        prepared = nil
        state = .closed
        remembered = nil
        closePod(creditedFrom: nil, &effects)
        set(.free, &effects)
        if told.spotRule == .keep { set(.drop, &effects) }
    }
}

extension TruexCoordinator.Event {
    /// Whether it ends the stream.
    fileprivate var closes: Bool {
        switch self {
        case .opened, .streamFailed, .message(.leave): true
        case .podsChanged, .reachChanged, .heard, .streamEnded, .seekRequested, .stepRequested,
            .message, .audienceChanged, .renderer, .sponsored, .spotsChanged, .pause, .resume,
            .wake:
            false
        }
    }
}
