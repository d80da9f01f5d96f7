import AdPlayback
import MediaTime
import Playout

/// Passes events of the session to the coordinator of true[X].
extension InteractiveBreaks {
    /// Passes `event` to the coordinator, and carries out its effects. Events that these cause are
    /// passed on after it.
    mutating func tell(
        _ event: TruexCoordinator.Event, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard inbox == nil else { return inbox!.append(event) }
        inbox = [event]
        while let next = inbox?.popFirst() {
            for effect in coordinator.receive(next, at: clock(at: view.heard)) {
                carryOut(effect, in: view, &outbox)
            }
        }
        inbox = nil
    }

    /// Activates true[X]: the stream, now at stream frame `place`, may have pods.
    mutating func open(
        at place: FrameTime?, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard !isActive else { return }
        isActive = true
        let start = place ?? FrameTime(view.configuration.start)
        let played = view.configuration.earlier?.heardPods ?? []
        tell(.opened(at: start, played: played), in: view, &outbox)
    }

    /// Ends the present unit, and forgets the pods, which belong to the old stream.
    mutating func close(in view: PlanView, _ outbox: inout SessionOutbox) {
        tell(.opened(at: .zero), in: view, &outbox)
        isActive = false
        told.place = nil
        told.reach = nil
        ping = nil
    }

    /// Handles an event of the shell.
    mutating func receive(
        _ event: TruexServerEvent, at place: FrameTime?, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) {
        switch event {
        case .pods(let pods):
            open(at: place, in: view, &outbox)
            tell(.podsChanged(pods), in: view, &outbox)
            outbox.wantSwitch()
        case .warning(let words): outbox.warn("the schedule: \(words)", at: view.heard)
        case .pingsWanted:
            open(at: place, in: view, &outbox)
            ping = Ping()
        case .nextPing(let frame): ping?.answer(frame)
        case .pingFailed(let reason):
            ping?.fail()
            guard ping?.failures == 1 else { return }
            outbox.warn(
                "the schedule's server did not answer, and is asked again: \(reason)",
                at: view.heard)
        case .answered(let token, let answer):
            tellRenderer(token, .fetched(answer), in: view, &outbox)
        case .askingFailed(let token, let reason):
            tellRenderer(token, .fetchFailed(reason), in: view, &outbox)
        case .voiceOverLoaded(let number, let frameCount, let loudness):
            takeVoiceOver(number, frameCount, loudness, &outbox)
        case .voiceOverFailed(let number, let reason):
            loseVoiceOver(number, reason, in: view, &outbox)
        }
    }

    /// Passes on an action of the listener, if a card or a unit is shown. `leave` is always passed
    /// on.
    mutating func takeMessage(
        _ message: TruexMessage, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard shown != nil || message == .leave else {
            return outbox.refuse("neither a choice card nor an interactive advertisement is shown")
        }
        tell(.message(message), in: view, &outbox)
    }

    /// Passes on whether anyone sees the pages. A scripted viewer needs no page, so `nobody`
    /// becomes `unknown`.
    mutating func takeAudience(
        _ audience: TruexAudience, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        let isNeeded = view.configuration.viewer == nil || audience != .nobody
        tell(.audienceChanged(isNeeded ? audience : .unknown), in: view, &outbox)
    }

    /// Passes on each change of the reasons for which a card or a unit stands still.
    mutating func tellPauses(
        _ reasons: Set<StandingReason>, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        for (reason, isPaused) in [
            (TruexPause.output, reasons.contains(.device)),
            (.listener, reasons.contains(.listener)),
        ] where told.pauses.contains(reason) != isPaused {
            if isPaused {
                told.pauses.insert(reason)
            } else {
                told.pauses.remove(reason)
            }
            tell(isPaused ? .pause(reason) : .resume(reason), in: view, &outbox)
        }
    }

    mutating func tellReach(
        _ reach: FrameRange?, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard let reach, reach != told.reach else { return }
        told.reach = reach
        tell(.reachChanged(reach), in: view, &outbox)
    }

    mutating func tellSpots(
        _ spots: TruexCoordinator.Spots, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard spots != told.spots else { return }
        told.spots = spots
        tell(.spotsChanged(spots), in: view, &outbox)
    }

    /// Passes on the listener's stream frame. Returns whether it has changed.
    mutating func tellPlace(
        _ place: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) -> Bool {
        guard place != told.place else { return false }
        told.place = place
        tell(.heard(place), in: view, &outbox)
        return true
    }

    /// Sends a ping with the listener's stream frame, if one is due.
    mutating func askForPods(at place: FrameTime, _ outbox: inout SessionOutbox) {
        if let event = ping?.take(at: place) { outbox.send(.truex(.ping(place, event))) }
    }

    /// Wakes the coordinator and the renderers whose time has come, and carries out the scripted
    /// viewer's due actions.
    mutating func fireDue(in view: PlanView, _ outbox: inout SessionOutbox) {
        let now = clock(at: view.heard)
        // An event may request the next wake-up for the same time. The limit bounds the loop.
        for _ in 0..<64 where nextWake <= now {
            if let due = coordinator.armedWake, due <= now { tell(.wake, in: view, &outbox) }
            for (token, renderer) in renderers.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                guard let due = renderer.wake, due <= now else { continue }
                renderers[token]?.wake = nil
                tellRenderer(token, .wake, in: view, &outbox)
            }
            if let act = nextAct, act.time <= now {
                viewer.plan = Array(viewer.plan.dropFirst())
                tell(.message(act.message), in: view, &outbox)
            }
        }
    }

    /// Where the stream would resume if the unit ended now, as a copy of the coordinator decides;
    /// `nil` if it would not move.
    func landing(at heard: FrameTime) -> TruexLanding? {
        guard let token = started else { return nil }
        var coordinator = coordinator
        let effects = coordinator.receive(
            .renderer(token, .adCompleted(timeSpent: 0)), at: clock(at: heard))
        var last: TruexLanding?
        for case .land(let landing) in effects { last = landing }
        return last
    }

    /// The output frame at which true[X] must act next.
    func nextMark(under transport: Transport, in view: PlanView) -> FrameTime {
        guard isActive else { return .distantFuture }
        let heard = view.heard
        var mark = time == nil ? nextWake : .distantFuture
        if let end = voiceOverEnd(in: view), end > heard { mark = min(mark, end) }
        if let count = transport.framesToReturn { mark = min(mark, heard + count) }
        if transport.hold == nil, let current = transport.current {
            if let rest = view.plan.rest, rest.voice == current.voice, rest.start > heard {
                mark = min(mark, rest.start)
            }
            if let position = view.timeline.position(of: current.voice, at: heard) {
                let nextPing = current.isLive ? ping?.place ?? .distantFuture : .distantFuture
                for next in [coordinator.nextMark, nextPing]
                where next > position && next != .distantFuture {
                    mark = min(mark, heard + (next - position))
                }
            }
        }
        return max(mark, heard + 1)
    }

    /// The view at session time `now`.
    func view(at now: FrameTime) -> TruexView {
        guard let shown else { return .nothing }
        return shown.view.after(frames: max(0, now - shown.shownAt))
    }
}
