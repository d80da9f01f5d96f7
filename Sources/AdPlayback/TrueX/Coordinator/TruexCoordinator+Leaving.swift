import MediaTime

// From the end of a unit back to the stream.
extension TruexCoordinator {
    /// Skips the placeholder in any case, and the pod only with a credit (rule C1).
    mutating func leave(
        _ stop: TruexStop, _ credit: Credit, at now: FrameTime, _ effects: inout [Effect]
    ) {
        // Of a card in the stream, everything before the position was heard.
        let start = stop.kind == .truexCard ? position : stop.range.start
        let adsStart = max(start, stop.range.end)
        var departure = Departure(
            pod: stop.id.pod, credit: credit, adsStart: adsStart, start: start,
            end: stop.range.end, target: stop.range.end)
        if credit == .earned, let pod = schedule[stop.id.pod] {
            schedule.markPlayed(pod.id)
            let end = max(pod.range.end, start)
            departure = Departure(
                pod: pod.id, credit: credit, adsStart: adsStart, start: start, end: end,
                target: remembered.map(outside) ?? end)
            remembered = nil
        }
        go(departure, at: now, &effects)
    }

    /// Lands on the target, or plays filler until it is available.
    mutating func go(_ departure: Departure, at now: FrameTime, _ effects: inout [Effect]) {
        let target = departure.target
        if target < surroundings.reach.start {
            land(departure, at: surroundings.reach.start, by: .oldest, now, &effects)
        } else if target <= surroundings.reach.end {
            land(departure, at: target, by: .direct, now, &effects)
        } else if surroundings.flow == .ended || target == .distantFuture {
            land(departure, at: max(position, surroundings.reach.end), by: .newest, now, &effects)
        } else {
            switch state {
            // A card in the stream, and a pod that no unit has stopped, play until now.
            case .card, .content, .linearAds: effects.append(.hold)
            case .closed, .waitingForSpot, .waitingStart, .interactive, .popup, .leaving: break
            }
            let wait = target - surroundings.reach.end + policy.fillerGrace.frameCount
            state = .leaving(departure, until: now + wait)
            effects += [
                .fill(until: target), .log(.fillerStarted(departure.pod, until: target)),
            ]
        }
    }

    /// Lands if the awaited frame has arrived.
    mutating func landIfThere(
        _ departure: Departure, at now: FrameTime, _ effects: inout [Effect]
    ) {
        if departure.target < surroundings.reach.start {
            land(departure, at: surroundings.reach.start, by: .oldest, now, &effects)
        } else if departure.target <= surroundings.reach.end {
            land(departure, at: departure.target, by: .filled, now, &effects)
        }
    }

    mutating func land(
        _ departure: Departure, at target: FrameTime, by route: TruexLanding.Route,
        _ now: FrameTime, _ effects: inout [Effect]
    ) {
        let end = departure.target == departure.end ? target : departure.end
        let skipped = TruexLog.skipped(
            departure.credit == .none ? .placeholder : .pod, of: departure.pod,
            from: departure.start, to: end, route)
        let landing = TruexLanding(target: target, route: route)
        jump(to: landing, &effects)
        effects.append(.log(skipped))
        switch departure.credit {
        case .earned:
            state = .content
            closePod(creditedFrom: departure.adsStart, &effects)
            keepCredit(from: now)
            set(policy.creditCoversQueuedSpots ? .drop : .release, &effects)
        case .lasting:
            state = .content
            closePod(creditedFrom: departure.adsStart, &effects)
            set(.release, &effects)
        case .none:
            state = .linearAds
            set(.release, &effects)
        }
        advance(at: now, &effects)
    }
}
