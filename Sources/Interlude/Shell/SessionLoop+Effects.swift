import AdPlayback
import AudioSinks
import Dispatch
import MediaTime
import PCMAudio
import Playout

/// Passes each effect of the machine to the shell that carries it out.
extension SessionLoop {
    func carryOut(_ effect: SessionEffect) {
        switch effect {
        case .openStream(let generation, let source, let namer, let frame):
            // The stream answers twice: once it is open, and once it is ready.
            streams.open(generation, source, namedBy: namer, from: frame, ask())
        case .jump(let earlier, let generation, let frame):
            streams.jump(from: earlier, generation, to: frame)
            earlyCues.hand(from: earlier, to: generation)
        case .awaitReady(let generation, let frame, let threshold):
            guard streams[generation] != nil else { return }
            streams.awaitReady(generation, before: frame + threshold.frameCount, ask())
        case .closeStream(let generation):
            earlyCues.forget(generation)
            let programme = machine.programmeHeard(before: machine.heard)
            take(
                streams.close(
                    generation, heardLately: Set(programme.stretches.map(\.generation))))
        case .wait(let generation, let delay): wait(delay, for: generation)
        case .sourceTaken(let generation): take(generation)
        case .sourceRefused(let generation, let reason):
            answerChange(to: generation, .refused(reason))
        case .catchUp(let generation, let count): streams[generation]?.catchUp(by: count)
        case .readLoudness(let generation, let range):
            guard let track = streams.loudness(of: generation) else { return }
            let (start, energies) = track.placedBlocks(in: range)
            guard !energies.isEmpty else { return }
            answer(ask(), [.loudnessRead(generation: generation, from: start, energies)])
        case .requestSwitch: output.requestSwitch(ask())
        case .publish(let timeline, let frame):
            output.publish(timeline, validFrom: frame, store(of:))
        case .loadMuteMusic:
            guard let address = parts.muteMusicURL, accompaniment.needsMuteMusic else { return }
            accompaniment.loadMuteMusic(from: address, ask(after: parts.networkDelay))
        case .measureFill(let index, let spot):
            accompaniment.measureFill(index, spot, ask(after: parts.networkDelay))
        case .listAssets(let request, let interstitial):
            accompaniment.listAssets(request, interstitial, ask(after: parts.networkDelay))
        case .planBreaks(let privacy):
            accompaniment.planBreaks(under: privacy, ask(after: parts.networkDelay))
        case .decideAds(let request, let opportunity):
            accompaniment.decideAds(request, opportunity, ask(after: parts.networkDelay))
        case .cancelRequest(let request): take(accompaniment.cancelRequest(request))
        case .track(let beacon): beacons.track(beacon, ask(after: parts.networkDelay))
        case .readNowPlaying(let stream, let isFirst):
            take(
                nowPlaying.read(
                    for: stream, isFirst: isFirst, currentStream?.liveEdge,
                    ask(after: parts.networkDelay)))
        case .advertisements(let effect): carryOut(effect)
        case .truex(let command): carryOut(command)
        case .loadVoiceOver(let number, let address):
            guard accompaniment.hasVoices else { return }
            accompaniment.loadVoiceOver(number, from: address, ask(after: parts.networkDelay))
        case .dropVoiceOver(let number): take(accompaniment.dropVoiceOver(number))
        case .log(let record):
            output.note(record)
            observer.logged(record)
        case .stateChanged(let state): observer.stateChanged(state)
        case .availableDelayChanged(let delay): observer.availableDelayChanged(delay)
        case .metadataHeard(let metadata): observer.metadataHeard(metadata)
        case .refuse: break
        case .end(let end, let frame): finish(end, at: frame)
        }
    }

    /// Logs what became of the beacons that were not settled when the session ended, in their order:
    /// those whose outcome has come meanwhile, and those that are given up.
    private func settleBeacons(_ messages: some Sequence<Message>) {
        var events = takeAllAnswers()
        for message in messages {
            switch message {
            case .answer(_, let answers): events += answers
            case .event(let event): events.append(event)
            default: break
            }
        }
        var outcomes: [Int: [BeaconOutcome]] = [:]
        for case .beaconSettled(let number, let outcome) in events {
            outcomes[number, default: []].append(outcome)
        }
        for number in machine.breaks.beacons.openNumbers {
            let known = outcomes[number] ?? []
            for outcome in known + [beacons.lastOutcome] {
                let event = SessionEvent.beaconSettled(number: number, outcome)
                observer.received(event)
                for case .log(let record) in machine.receive(event) { observer.logged(record) }
            }
        }
    }

    /// Carries out an effect of the ad-play manager.
    private func carryOut(_ effect: AdPlayManager.Effect) {
        switch effect {
        case .load(let token, let advertisement, let deadlines):
            let delay = parts.networkDelay
            spots.load(
                token, advertisement, deadlines, taking: delay,
                ask(after: min(delay, deadlines.load)))
        case .cancelLoad(let token): take(spots.cancelLoad(token))
        case .release(let token): spots.release(token)
        case .armWatchdog(let token, let phase, let delay): spots.arm(token, phase, after: delay)
        case .disarmWatchdog(let token, let phase): spots.disarm(token, phase)
        case .adPlayStarted: observer.adPlayStarted()
        case .adPlayFinished: observer.adPlayFinished()
        case .showBanner(let advertisement): observer.showBanner(advertisement)
        case .removeBanner: observer.removeBanner()
        case .availableToObservers: observer.advertisementsAvailable()
        case .handOut: break  // `handOut()` returns it.
        case .report(_, let advertisement, let status): observer.finished(advertisement, status)
        case .clickReport(let advertisement): observer.clicked(advertisement)
        case .lay, .focusChanged, .log, .pauseAllowed, .refuse, .viewReport:
            // The machine has carried these out itself.
            break
        }
    }

    /// Carries out a command of true[X].
    private func carryOut(_ command: TruexCommand) {
        switch command {
        case .ask(let token, let stop):
            guard truex?.canAsk(at: stop) == true else {
                return handle(
                    .truex(.askingFailed(token, reason: "the schedule names no ad server")))
            }
            let limit = machine.configuration.truex.fetchTimeout
            truex?.ask(token, at: stop, within: limit, ask(after: min(parts.networkDelay, limit)))
        case .cancel(let token): take(truex?.cancel(token) ?? [])
        case .track(let token, let name):
            if let beacon = truex?.beacon(name, of: token) { beacons.track(beacon) }
        case .release(let token): take(truex?.release(token) ?? [])
        case .tell(let event): observer.truexHappened(event)
        case .ping(let place, let reason):
            guard let truex, truex.hasPings else { return }
            truex.ping(at: place, reason, in: currentStream, ask(after: parts.networkDelay))
        }
    }

    /// Passes the end of the wait of `generation` to the machine, `delay` from now.
    private func wait(_ delay: Duration, for generation: Int) {
        let reply = ask(after: delay)
        let mailbox = mailbox
        let answer = Message.answer(reply, [.waitOver(generation: generation)])
        switch parts.clock {
        case .virtual: mailbox.send(answer)
        case .real:
            DispatchQueue.global().asyncAfter(deadline: .now() + delay.inSeconds) {
                mailbox.send(answer)
            }
        }
    }

    /// Answers the request for a source, which plays now.
    private func take(_ generation: Int) {
        if !machine.followsSchedule { truex?.leaveSchedule() }
        answerChange(to: generation, .accepted)
    }

    /// Answers the request for a source. Updates the status first, so that a caller who reads it
    /// after the reply sees the new source, or why it cannot be played.
    private func answerChange(to generation: Int, _ answer: CommandReply) {
        guard let reply = changes.removeValue(forKey: generation) else { return }
        showStatus()
        reply(answer)
    }

    /// The samples of a voice; `nil` if they are not loaded, or no longer kept.
    private func store(of voice: Voice) -> SampleStore? {
        switch voice {
        case .stream(let generation): streams.store(of: generation)
        case .spot(let token): spots.store(of: PlayToken(token))
        case .muteMusic: accompaniment.muteMusic
        case .voiceOver(let number): accompaniment.store(ofVoiceOver: number)
        }
    }

    /// Plays out everything before output frame `frame`, closes everything, and reports the end.
    /// Blocks while the sink plays out.
    private func finish(_ end: SessionEnd, at frame: FrameTime) {
        isOver = true
        spots.close()
        accompaniment.close()
        nowPlaying.close()
        truex?.close()
        streams.closeAll()
        for reply in changes.values { reply(.sessionIsOver) }
        output.mix.outputEnd = min(frame, output.mix.outputEnd)
        // This thread reads no messages while it waits for the sink and for the receivers of heard
        // audio. A delegate that receives a level may send a command meanwhile, which is refused
        // because the session is over.
        beacons.finish()
        let messages = mailbox.close()
        for message in messages { message.turnAway() }
        settleBeacons(messages)
        var end = end
        do {
            try output.sink.finish(within: .seconds(2))
            heardAudio.finish()
        } catch {
            heardAudio.cancel()
            if case .asked = end { end = .failed(SessionFailure(.output, "\(error)")) }
        }
        heardAudio.waitForObserver()
        tellProgrammeLevels()
        observer.statusChanged(status)
        observer.ended(end)
    }
}
