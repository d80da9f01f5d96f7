import MediaTime

// Events of the stream's progress.
extension TruexCoordinator {
    /// Performs what the current position requires.
    ///
    /// It depends on the position, not on what was passed, so the next report makes up for a missed
    /// one.
    mutating func advance(at now: FrameTime, _ effects: inout [Effect]) {
        while evaluatePosition(at: now, &effects) == .moved {}
        if isPlayingStream, cardHere == nil, told.spotRule == .keep { set(.release, &effects) }
        prepareNext(at: now, &effects)
    }

    /// Whether the evaluation led to another position.
    private enum Evaluation {
        case settled
        case moved
    }

    private mutating func evaluatePosition(at now: FrameTime, _ effects: inout [Effect])
        -> Evaluation
    {
        guard isPlayingStream else { return .settled }
        if let openPod, schedule[openPod.id]?.range.contains(position) != true {
            endPod(&effects)
            return .moved
        }
        guard let pod = openPod.flatMap({ schedule[$0.id] }) ?? schedule.pod(at: position) else {
            return .settled
        }
        guard !schedule.isPlayed(pod) else { return skip(.pod, pod.range, of: pod, &effects) }
        if openPod == nil, hasCredit {
            // A spot that is heard silences the ads (rule X2).
            if surroundings.spots == .idle { leavePaid(pod, at: now, &effects) }
            return .settled
        }
        enter(pod, &effects)
        if let card = cardHere {
            arrive(atCard: card, now, &effects)
            return .settled
        }
        guard let stop = pod.stops.first(where: { $0.isAt(position) }), stop.kind != .truexCard
        else { return .settled }
        if schedule.isSpent(stop) { return skip(.placeholder, stop.range, of: pod, &effects) }
        arrive(at: stop, now, &effects)
        return .settled
    }

    /// Whether the stream plays without a unit.
    var isPlayingStream: Bool {
        switch state {
        case .content, .linearAds: true
        case .closed, .waitingForSpot, .card, .waitingStart, .interactive, .popup, .leaving:
            false
        }
    }

    mutating func enter(_ pod: TruexPod, _ effects: inout [Effect]) {
        state = .linearAds
        guard openPod == nil else { return }
        openPod = OpenPod(id: pod.id, entry: position)
        effects.append(.log(.breakStarted(pod.id)))
        set(.locked, &effects)
    }

    /// Skips frames that the listener should not hear, if the target is reachable.
    private mutating func skip(
        _ part: TruexLog.Part, _ range: FrameRange, of pod: TruexPod, _ effects: inout [Effect]
    ) -> Evaluation {
        guard range.end > position, range.end <= surroundings.reach.end, range.end != .distantFuture
        else {
            return .settled
        }
        let from = position
        jump(to: TruexLanding(target: range.end, route: .direct), &effects)
        effects.append(.log(.skipped(part, of: pod.id, from: from, to: range.end, .direct)))
        return .moved
    }

    /// Reaches a placeholder: holds the stream, and shows the unit once no spot plays (rule X2).
    private mutating func arrive(
        at stop: TruexStop, _ now: FrameTime, _ effects: inout [Effect]
    ) {
        effects.append(.hold)
        set(.keep, &effects)
        if prepared?.stop.id != stop.id { prepare(stop, at: now, &effects) }
        switch surroundings.spots {
        case .playing: state = .waitingForSpot(stop)
        case .idle: begin(stop, at: now, &effects)
        }
    }

    /// Continues at another position; ads heard until then count.
    mutating func jump(to landing: TruexLanding, _ effects: inout [Effect]) {
        if var pod = openPod {
            pod.playedCount += count(heardSince: pod.entry, in: pod.id)
            pod.entry = landing.target
            openPod = pod
        }
        position = landing.target
        effects.append(.land(landing))
    }

    /// The number of a pod's ads heard whole between `entry` and here.
    private func count(heardSince entry: FrameTime, in pod: TruexPod.ID) -> Int {
        guard let pod = schedule[pod] else { return 0 }
        return pod.linearAds.count {
            $0.element.range.start >= entry && $0.element.range.end <= position
        }
    }

    /// The pod was heard to its end.
    mutating func endPod(_ effects: inout [Effect]) {
        guard let openPod else { return }
        schedule.markPlayed(openPod.id)
        closePod(creditedFrom: nil, &effects)
        state = .content
        if let target = remembered { go(to: target, &effects) }
    }

    /// Reports how the ads of the open pod ended. Those from `creditedFrom` on are paid for.
    mutating func closePod(creditedFrom: FrameTime?, _ effects: inout [Effect]) {
        guard let openPod, let pod = schedule[openPod.id] else { return }
        var tally = BreakTally()
        for (index, ad) in pod.linearAds {
            guard let creditedFrom, ad.range.start >= creditedFrom else { continue }
            tally.credited += 1
            effects.append(.log(.slotCredited(pod.id, ad: index)))
        }
        tally.played = openPod.playedCount + count(heardSince: openPod.entry, in: pod.id)
        tally.skipped = pod.linearAds.count - tally.played - tally.credited
        effects.append(.log(.breakEnded(pod.id, tally)))
        self.openPod = nil
        set(.free, &effects)
    }
}
