import AdPlayback
import MediaTime
import Playout

/// What a shell needs to know, and people look at.
extension SessionMachine {
    /// Everything before this output frame has been heard.
    package var heard: FrameTime { ledger.heard }

    /// Where the session stands (rule M9).
    package var state: SessionState { transport.state }

    /// Whether a pause was asked for, also while the stream is connected anew.
    package var isPaused: Bool { transport.isPaused }

    /// What is heard unless the sink refuses it.
    var plan: SessionPlan { ledger.plan }

    /// Everything that is planned to be heard, whether the sink refuses the last plan or not.
    var plannedVoices: Set<Voice> { view.voices }

    /// What the gains follow from.
    var focus: AudioFocus { breaks.focus }

    /// Whether advertisements play, load or wait.
    var adsAreBusy: Bool { breaks.isBusy }

    /// The frame before which everything has to be heard for something to happen: a sink in
    /// virtual time renders no further than this before it was handled.
    package var nextMark: FrameTime {
        let view = view
        var marks = [
            plan.markers.next, breaks.manager.nextMark(in: plan.layout, after: heard),
            script.first?.time, breaks.nextDelivery(under: transport, in: view),
            transport.nextDiscontinuity(in: view), truex.nextMark(under: transport, in: view),
            transport.outputEnd(in: view),
        ]
        if case .until(let frame) = transport.firstSpotWait { marks.append(frame) }
        return marks.compactMap { $0 }.min() ?? .distantFuture
    }

    /// The output frame at which the session is over, as far as that is known.
    package var outputEnd: FrameTime { transport.outputEnd(in: view) }

    /// When the session wants to be told the time next, where that is not output time.
    package var nextWake: FrameTime {
        let arrival = transport.framesToReturn.map {
            truex.clock(at: heard) + max($0, FrameTime.rate / 20)
        }
        return min(truex.nextWake, arrival ?? .distantFuture)
    }

    /// Whether the session has to be told what time it is.
    package var keepsTime: Bool { truex.isActive }

    /// Whether a session in virtual time has come to a pause that nothing will ever end.
    package var isPausedForEver: Bool {
        let isStanding = isPaused || transport.hold?.phase == .standing
        return isStanding && truex.nextWake == .distantFuture
            && truex.voiceOverEnd(in: view) == nil && transport.incoming == nil
            && transport.candidate == nil && ledger.isSettled && script.isEmpty
            && plan.markers.entries.isEmpty
            && breaks.manager.nextMark(in: plan.layout, after: heard) == nil
            && outputEnd == .distantFuture
    }

    /// Whether the next layout may need to know how loud the programme is.
    var weighsProgramme: Bool {
        switch configuration.loudness {
        case .match: adsAreBusy || truex.voices.current != nil
        case .tech1008, .r128, .fixed, .off: false
        }
    }

    /// What of the programme will have been heard once everything before output frame `frame` was.
    func programmeHeard(before frame: FrameTime) -> HeardProgramme {
        heardLog.programme(on: plan.timeline, before: frame)
    }

    /// The stream frame that is heard at output frame `time`, or with which the stream goes on.
    func streamFrame(at time: FrameTime) -> FrameTime? {
        transport.streamFrame(at: time, in: view)
    }

    /// How many frames the listener is behind the live edge; `nil` for a file.
    func lag(at time: FrameTime) -> Int? { transport.lag(at: time, in: view) }

    /// How much of a live stream is kept behind its live edge.
    var availableDelay: Duration { transport.availableDelay(in: view) }

    /// Whether the stream goes on with output time at output frame `time`, heard or not.
    func isStreamRunning(at time: FrameTime) -> Bool { transport.isRunning(at: time, in: view) }

    /// Whether a live stream is not heard at output frame `time`, and not consumed either.
    func isLiveAtRest(at time: FrameTime) -> Bool { transport.isLiveAtRest(at: time, in: view) }

    /// What is to be drawn of true[X] at that time of the session.
    func truexView(at now: FrameTime) -> TruexView { truex.view(at: now) }

    /// The breaks that are known at output frame `time` to come.
    func comingBreaks(at time: FrameTime) -> [ComingBreak] {
        let scripted = script.compactMap { entry -> ComingBreak? in
            guard case .push(let spots) = entry.command, entry.time > time else { return nil }
            return ComingBreak(in: .frames(entry.time - time), spotCount: spots.count)
        }
        let shifted = breaks.delayed.pushes(listener: streamFrame(at: time) ?? .zero)
            .map { ComingBreak(in: $0.wait, spotCount: $0.spotCount) }
        return (scripted + shifted).sorted { $0.wait < $1.wait }
    }

    /// What a listener may ask for at this moment.
    var controls: ListenerControls {
        var controls = ListenerControls()
        guard state.isActive else { return controls }
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
