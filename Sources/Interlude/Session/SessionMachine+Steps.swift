import AdPlayback
import Advertising
import MediaTime
import Playout

/// Steps that involve several values of a session.
extension SessionMachine {
    mutating func begin() {
        if let record = EventRecord(beginning: configuration) { outbox.write([record]) }
        transport.ending = configuration.configuredEnding
        tell(.streamOpened)
        tell(.volumeChanged(configuration.volume.linear))
        if let adVolume = configuration.adVolume { tell(.adVolumeChanged(adVolume.linear)) }
        noteVolume(focus.userVolume, adVolume: focus.adVolume)
        transport.move(.play(configuration.source), in: view, &outbox)
        marked.begin(&outbox)
        marked.requestPlan(&outbox)
        let start = FrameTime(configuration.start)
        transport.open(configuration.source, from: start, in: view, &outbox)
        route()
        runScript(through: .zero)
    }

    mutating func tell(_ event: AdPlayManager.Event) {
        outbox.post(.advertisements(event))
        route()
    }

    mutating func giveUpPause() {
        guard isPausedIndefinitely else { return }
        outbox.warn(
            transport.hold == nil
                ? "paused, and nothing can end the pause"
                : "the interactive advertisement waits for an answer that cannot come", at: heard)
        transport.end(
            .asked, at: heard + configuration.fade.frameCount, in: view, &outbox)
    }

    /// Lays out the output from frame `frame` on, and publishes the plan.
    mutating func layOut(from frame: FrameTime) {
        let layout = breaks.layOut(
            from: frame, at: heard, in: breakContext(at: max(frame, heard)), &outbox)
        route()
        transport.takeOver(at: frame, in: view, &outbox)
        truex.keepVoiceOver(
            before: frame, programmeLoudness: breaks.manager.programmeLoudness, in: view)
        heardLog.note(plan.timeline, before: frame)
        let isLive = plan.countsAsLive(transport.current, in: layout, at: frame)
        let intent = breaks.intent(in: layout, isLive: isLive, configuration)
        transport.noteFirstSpotWait(
            under: intent, from: frame, limit: configuration.firstSpotLimit)
        let arrangement = Arrangement(from: frame, transport, intent, truex.intent, in: view)
        var next = plan
        next.lay(arrangement, of: transport, layout, isLive: isLive)
        next.timeline.forget(before: max(.zero, heard - SessionPlan.memory))
        outbox.send(.publish(next.timeline, validFrom: frame))
        ledger.offer(next, from: frame)
    }

    /// Replaces the current stream by the requested one.
    mutating func takeSource() {
        guard let next = transport.candidate.take() else { return }
        tell(.stop(.streamChanged))
        closeTruex()
        heardLog.forgetProgramme(at: heard)
        breaks.dropDelayed(at: heard, &outbox)
        marked.placed.dropAll(at: heard, &outbox)
        marked.forgetStream(&outbox)
        breaks.setPreroll(.heard, at: heard, &outbox)
        tell(.streamOpened)
        transport.take(next, in: view, &outbox)
        let heard = heard
        ledger.change { plan in
            plan.layout = nil
            plan.markers.cut(at: heard)
        }
        // The ad-play manager needs to know of the pause too.
        if next.startsPaused { tell(.pauseRequested) }
        outbox.wantSwitch()
    }

    /// Opens the home in place of the present source, which has ended or cannot be played.
    mutating func comeHome(after failure: SessionFailure?) {
        // Spots that play before the first sound are heard to their end.
        if !breaks.isBusy {
            tell(.stop(.streamChanged))
            tell(.streamOpened)
        }
        if !transport.isOpeningHome {
            tell(.programmeLeft)
            closeTruex()
            heardLog.forgetProgramme(at: heard)
            breaks.dropDelayed(at: heard, &outbox)
            marked.placed.dropAll(at: heard, &outbox)
            marked.forgetStream(&outbox)
            breaks.setPreroll(.heard, at: heard, &outbox)
        }
        transport.comeHome(after: failure, in: view, &outbox)
        let heard = heard
        ledger.change { $0.markers.cut(at: heard) }
        outbox.wantSwitch()
    }

    /// Continues the programme at frame `frame` after a break: a live stream that no longer has the
    /// frame where a listener without delay is, and one that does not have it yet at its edge.
    mutating func resume(at frame: FrameTime) {
        guard transport.hold == nil, let reach = transport.reach(in: view) else { return }
        let target = frame < reach.start ? transport.livePlace ?? reach.start : frame
        transport.jump(to: min(target, reach.end), in: view, &outbox)
    }

    mutating func stop() {
        guard transport.canFadeOut(in: view) else { return closeStream() }
        transport.dropCandidate(CommandReply.overWords, &outbox)
        transport.fadeOut(in: view, &outbox)
    }

    /// Closes the stream and its breaks at once, and ends the session.
    mutating func closeStream() {
        transport.dropCandidate(CommandReply.overWords, &outbox)
        leaveStream()
        if transport.canFadeOut(in: view) {
            transport.fadeOut(in: view, &outbox)
        } else {
            transport.endAtOnce(in: view, &outbox)
        }
    }

    /// Closes the stream and its breaks for a requested stop, once the sink has named the frame at
    /// which the fade begins: until there, everything is heard.
    mutating func leaveStreamIfStopping() {
        guard transport.isStopping, state != .stopping else { return }
        leaveStream()
    }

    private mutating func leaveStream() {
        tell(.stop(.user))
        // The closed manager would not answer for those that the fade still reaches.
        marked.placed.dropAll(at: heard, &outbox)
        closeTruex()
        transport.move(.stop, in: view, &outbox)
    }

    /// Ends the session once its last frame was heard.
    mutating func finishIfHeard() {
        guard let (frame, end) = transport.reachedEnd(in: view) else { return }
        transport.dropCandidate(CommandReply.overWords, &outbox)
        switch end {
        case .asked: tell(.stop(.user))
        case .failed(let failure):
            transport.noteEnd(failure, in: view, &outbox)
            tell(.stop(.streamFailed))
        }
        heardLog.finish(at: heard, lag: transport.lag(at: heard, in: view), &outbox)
        if truex.isActive { truex.tell(.streamEnded, in: view, &outbox) }
        route()
        closeTruex()
        breaks.dropDelayed(at: heard, &outbox)
        marked.placed.dropAll(at: heard, &outbox)
        transport.finish(end, in: view, &outbox)
        transport.ending = .over
        outbox.send(.end(end, at: frame))
        route()
    }

    mutating func closeTruex() {
        stitched.leaveSchedule()
        guard truex.isActive else { return }
        truex.close(in: view, &outbox)
        route()
        transport.hold = nil
        ledger.change { $0.rest = nil }
    }
}
