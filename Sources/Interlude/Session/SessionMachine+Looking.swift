import AdPlayback
import MediaTime
import Playout

/// The session's state, for the shell and for display.
extension SessionMachine {
    /// Everything before this output frame has been heard.
    package var heard: FrameTime { ledger.heard }

    /// The state of the session (rule M9).
    package var state: SessionState { transport.state }

    /// Whether a stop was requested, even if nothing of it is heard yet.
    var isStopping: Bool { transport.isStopping }

    /// Whether a pause was requested, even if the stream is reconnecting.
    package var isPaused: Bool { transport.isPaused }

    /// The newest plan. The listener hears it unless the sink refuses it.
    var plan: SessionPlan { ledger.plan }

    /// The voices of all plans that may be heard, whether or not the sink refuses the newest.
    var plannedVoices: Set<Voice> { view.voices }

    /// The settings that determine the gains.
    var focus: AudioFocus { breaks.focus }

    /// Whether an advertisement plays, loads or is queued.
    var adsAreBusy: Bool { breaks.hasSpots }

    /// Whether a push waits for the end of the present stream, which is `generation`, and the stream
    /// has declared no end up to stream frame `end`.
    func seeksEnd(of generation: Int, at end: FrameTime) -> Bool {
        guard let current = transport.current, current.generation == generation,
            marked.placed.seeksEnd
        else { return false }
        return current.source.facts?.length.map { $0 > end } ?? true
    }

    /// The end of the present stream, as far as it is known; `nil` if it has none.
    var streamEnd: FrameTime? {
        guard let current = transport.current, current.source.failure == nil else { return nil }
        let end = transport.streamEnd
        return end.reached ?? end.found ?? current.source.length
    }

    /// Whether advertisements are still to be heard before the end of the present source counts:
    /// those without a place in the programme, and those whose place it has reached.
    var holdsEnd: Bool {
        if breaks.isBusy { return true }
        guard let current = transport.current, current.exhaustedAt != nil else { return false }
        return breaks.manager.awaits(before: current.position)
            || marked.placed.awaits(current.position)
            || marked.awaitsAds(at: current.position, for: listener?.place)
    }

    /// The output frame at which the machine must act next. In virtual time, a sink renders no
    /// further before the machine has done so.
    package var nextMark: FrameTime {
        let view = view
        var marks = [
            plan.markers.next, breaks.manager.nextMark(in: plan.layout, after: heard),
            script.first?.time, breaks.nextDelivery(under: transport, in: view),
            transport.nextDiscontinuity(in: view), transport.nextTitle(in: view),
            transport.nextTag(in: view),
            marked.nextPlace(isInBreak: breaks.isBusy).flatMap {
                transport.outputFrame(reaching: $0, in: view)
            },
            nextPlacedPush.flatMap { transport.outputFrame(reaching: $0, in: view) },
            truex.nextMark(under: transport, in: view), nextStitchedMark(in: view),
            transport.outputEnd(in: view), nextReturn, transport.nextCatchUp(in: view),
            nextDrop.flatMap { $0 > heard ? $0 : nil },
        ]
        if case .until(let frame) = transport.firstStream.spotWait { marks.append(frame) }
        return marks.compactMap { $0 }.min() ?? .distantFuture
    }

    /// The output frame from which on a plan can do without a voice that is over, so that the shell
    /// drops its samples; `nil` if there is none. The present stream is not over in a pause.
    var nextDrop: FrameTime? {
        plan.timeline.firstEnd(exceptOf: transport.current?.voice).map { $0 + SessionPlan.memory }
    }

    /// The stream frame at which a push for a place in the stream is due.
    private var nextPlacedPush: FrameTime? {
        guard !marked.placed.pushes.isEmpty, let listener else { return nil }
        return marked.placed.nextPlace(after: listener, end: streamEnd)
    }

    /// Where the listener is; `nil` while they hear nothing of a stream.
    var listener: ListenerMoment? {
        transport.listenerPlace(at: heard, in: view).map {
            ListenerMoment(
                place: $0, heard: heard, isInBreak: breaks.isBusy,
                paidUntil: truex.paidUntil(at: heard))
        }
    }

    /// The output frame at which the home follows the present source; `nil` if it is heard already,
    /// or none is known.
    var nextReturn: FrameTime? {
        transport.returnFrame(in: view).flatMap { $0 > heard ? $0 : nil }
    }

    /// Whether the stream is the one that the schedule describes: the source with which the session
    /// began, on its first connection.
    var followsSchedule: Bool {
        transport.lifecycle.stream == configuration.source && !transport.firstStream.isLeft
    }

    /// The output frame at which the session ends; `distantFuture` while that is unknown.
    package var outputEnd: FrameTime { transport.outputEnd(in: view) }

    /// The session time at which the machine needs its next `time` event; `distantFuture` for none.
    package var nextWake: FrameTime {
        let arrival = transport.framesToReturn.map {
            truex.clock(at: heard) + max($0, FrameTime.rate / 20)
        }
        return min(
            truex.nextWake, arrival ?? .distantFuture, transport.nextOutageWake(in: view))
    }

    /// Whether the machine needs `time` events.
    package var keepsTime: Bool { truex.isActive || transport.timesOutage(configuration) }

    /// Whether a session in virtual time is paused, and no pending event can end the pause.
    package var isPausedIndefinitely: Bool {
        let isStanding = isPaused || transport.hold?.phase == .standing
        return isStanding && truex.nextWake == .distantFuture
            && truex.voiceOverEnd(in: view) == nil && transport.incoming == nil
            && transport.candidate == nil && ledger.isSettled && script.isEmpty
            && plan.markers.entries.isEmpty
            && breaks.manager.nextMark(in: plan.layout, after: heard) == nil
            && outputEnd == .distantFuture
    }

    /// Whether the next layout may need the loudness of the programme.
    var needsProgrammeLoudness: Bool {
        switch configuration.loudness {
        case .match: adsAreBusy || truex.voices.current != nil
        case .tech1008, .r128, .fixed, .off: false
        }
    }

    /// The programme that the listener will have heard before output frame `frame`.
    func programmeHeard(before frame: FrameTime) -> HeardProgramme {
        heardLog.programme(on: plan.timeline, before: frame)
    }

    /// The stream frame heard at output frame `time`, or the one at which the stream will resume.
    func streamFrame(at time: FrameTime) -> FrameTime? {
        transport.streamFrame(at: time, in: view)
    }

    /// How many frames the listener is behind the live edge; `nil` for a file.
    func lag(at time: FrameTime) -> Int? { transport.lag(at: time, in: view) }

    /// The duration of a live stream that is kept behind its live edge.
    var availableDelay: Duration { transport.availableDelay(in: view) }

    /// Whether the stream advances at output frame `time`, audible or not.
    func isStreamRunning(at time: FrameTime) -> Bool { transport.isRunning(at: time, in: view) }

    /// Whether a live stream stands still at output frame `time`, so that nothing consumes its
    /// samples.
    func isLiveAtRest(at time: FrameTime) -> Bool { transport.isLiveAtRest(at: time, in: view) }

    /// The view of the interactive advertisement at session time `now`.
    func truexView(at now: FrameTime) -> TruexView { truex.view(at: now) }

    /// The coming breaks that are known at output frame `time`: scripted pushes, pushes that a
    /// listener behind live has not reached, and breaks that the stream marks or its schedule has.
    func comingBreaks(at time: FrameTime) -> [ComingBreak] {
        let scripted = script.compactMap { entry -> ComingBreak? in
            guard case .push(let spots) = entry.command, entry.time > time else { return nil }
            return ComingBreak(in: .frames(entry.time - time), spotCount: spots.count)
        }
        let shifted = breaks.delayed.pushes(listener: streamFrame(at: time) ?? .zero)
            .map { ComingBreak(in: $0.wait, spotCount: $0.spotCount) }
        let place = transport.listenerPlace(at: time, in: view)
        let inStream =
            place.map { place in
                marked.coming(from: place) + marked.placed.coming(from: place, end: streamEnd)
                    + truex.coordinator.schedule.coming(from: place)
            } ?? []
        let known = inStream.map { wait, spotCount in
            ComingBreak(in: .frames(wait), spotCount: spotCount)
        }
        return (scripted + shifted + known).sorted { $0.wait < $1.wait }
    }

    /// What the listener may do now.
    var controls: ListenerControls {
        var controls = ListenerControls()
        guard state.isActive, !isStopping else { return controls }
        controls.resume = isPaused
        controls.skip = breaks.manager.canSkip(in: plan.layout)
        guard !breaks.manager.holdsFocus(in: breakContext), transport.hold == nil else {
            return controls
        }
        controls.pause = transport.lifecycle.canPause && !isPaused
        guard let current = transport.current, !transport.isChangingSource,
            truex.coordinator.controls == .free
        else { return controls }
        controls.seek = current.source.facts?.kind != .pipe
        controls.delay = current.isLive && transport.live.frame != nil
        controls.live =
            controls.delay && (transport.shiftFrameCount(in: view) > 0 || isPaused)
        return controls
    }
}
