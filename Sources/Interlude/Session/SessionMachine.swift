import AdPlayback
import Advertising
import MediaTime
import PCMAudio
import Playout

/// Makes all decisions of a session: what is heard when, and what is reported.
///
/// A value without clock, lock or I/O. The same configuration and the same events in the same order
/// produce the same effects, so a recorded session replays to the identical event log. The machine
/// passes each event to the value that it concerns, and the signals of one value to another.
package struct SessionMachine: Sendable {
    package let configuration: SessionConfiguration

    var ledger = PlanLedger(SessionPlan())
    var transport: Transport
    var breaks: BreakEngine
    var marked: MarkedBreaks
    var truex: InteractiveBreaks
    var stitched: StitchedAds
    var heardLog: HeardLog

    /// The remaining scripted commands, in order of time.
    var script: ArraySlice<SessionConfiguration.ScriptedCommand>

    /// The last volume of the listener above 0.
    var volumeUnmuted = Gain.unity

    /// The effects and signals that the values have sent and ``route()`` has not passed on.
    var outbox = SessionOutbox()

    /// The effects of the present event, for the shell.
    var effects: [SessionEffect] = []
}

extension SessionMachine {
    package init(_ configuration: SessionConfiguration) {
        self.configuration = configuration
        if configuration.volume.linear > 0 { volumeUnmuted = configuration.volume }
        transport = Transport(configuration)
        breaks = BreakEngine(configuration)
        let isAutomatic = configuration.adPlayback == .automatic
        marked = MarkedBreaks(
            configuration.markers, bumpers: configuration.bumpers,
            hasSlate: configuration.slate != nil && isAutomatic,
            crossfadeFrameCount: isAutomatic ? configuration.crossfadeFrameCount : 0)
        heardLog = HeardLog(configuration)
        truex = InteractiveBreaks(configuration)
        stitched = StitchedAds(played: configuration.earlier?.heardPods ?? [])
        script = configuration.script.sorted { $0.time < $1.time }[...]
    }

    /// Processes `event`, and returns its effects in order.
    package mutating func receive(_ event: SessionEvent) -> [SessionEffect] {
        effects = []
        guard transport.ending != .over else {
            // What was heard is told, and its answer logged, also after the end.
            if case .beaconSettled = event { pass(event) }
            return effects
        }
        pass(event)
        settle()
        return effects
    }

    private mutating func pass(_ event: SessionEvent) {
        switch event {
        case .began: begin()
        case .command(let command): carryOut(command)
        case .source(let generation, let event):
            transport.receive(event, from: generation, in: view, &outbox)
            // The session may be over by it.
            route()
            if case .title(let text, let frame) = event,
                let cue = marked.titles.receive(text, at: frame)
            {
                transport.receive(.cue(cue), from: generation, in: view, &outbox)
            }
            if case .reconnected = event, generation == transport.current?.generation {
                marked.polls?.noteConnection()
            }
            takeCues()
        case .switchable(let frame):
            ledger.takeAnswer()
            leaveStreamIfStopping()
            layOut(from: frame)
        case .planRefused(let frame):
            ledger.refuse()
            leaveStreamIfStopping()
            layOut(from: frame)
        case .heard(let frame, let liveEdge): advance(to: frame, liveEdge: liveEdge)
        case .starved(let frame, let sourceFrame):
            let voice = transport.starve(at: frame, sourceFrame: sourceFrame, in: view, &outbox)
            if let voice {
                ledger.change { plan in
                    plan.timeline.end(voice, at: frame)
                    plan.markers.cut(at: frame)
                }
                breaks.noteProgrammeStands(&outbox)
            }
        case .exhausted(let frame):
            if let voice = transport.exhaust(at: frame, in: view, &outbox) {
                ledger.change { $0.timeline.end(voice, at: frame) }
                breaks.noteProgrammeStands(&outbox)
                takeCues()
            }
        case .advertisements(let event): outbox.post(.advertisements(event))
        case .time(let now, let liveEdge): takeTime(now, liveEdge: liveEdge)
        case .truex(let event):
            if case .pods = event, !followsSchedule || state == .stopping { break }
            if case .pods(let pods) = event { stitched.replacePods(with: pods) }
            let place = transport.streamFrame(at: heard, in: view)
            truex.receive(event, at: place, in: view, &outbox)
        case .muteMusicLoaded(let frameCount):
            breaks.takeMuteMusic(frameCount, at: heard, &outbox)
        case .muteMusicFailed(let reason):
            outbox.warn("the mute music is not heard: \(reason)", at: heard)
        case .fillMeasured(let index, let frameCount, let reason):
            if let reason, let spot = marked.fill.spot(at: index) {
                var record = EventRecord(
                    "slot.failed", at: heard, withoutPlace: spot,
                    code: SpotFailure(.other).code, reason: reason)
                if let bumper = marked.fill.bumper(at: index) {
                    record.add("bumper", .string(bumper.rawValue))
                }
                outbox.write([record])
            }
            marked.noteFill(frameCount: frameCount, of: index, at: listener, &outbox)
        case .assetsListed(let request, let spots, let reason):
            if let reason {
                outbox.warn("the assets of a break are not played: \(reason)", at: heard)
            }
            marked.noteAssets(spots, of: request, at: listener, &outbox)
        case .breaksPlanned(let breaks, let reason):
            if let reason {
                outbox.warn(ofUnreadList: reason, at: heard)
            }
            marked.plan(breaks, at: listener, &outbox)
        case .adsDecided(let request, let decision):
            marked.noteDecision(decision, of: request, at: listener, heard: heard, &outbox)
        case .beaconsLeft(let beacons, let failure):
            if let failure {
                outbox.warn("beacons are kept in memory only: \(failure)", at: heard)
            }
            breaks.beacons.adopt(beacons, under: privacy, at: heard, &outbox)
        case .spotCutOff(let token, let frameCount, let declaredCount):
            breaks.warn(
                ofCut: token, frameCount: frameCount, declaredCount: declaredCount, at: heard,
                &outbox)
        case .spotsNotKept(let reason):
            outbox.warn("spots are not kept for later: \(reason)", at: heard)
        case .beaconSettled(let number, let outcome):
            breaks.beacons.settle(number, outcome, at: heard, &outbox)
        case .nowPlayingRead(let stream, let cues, let reason):
            takeNowPlaying(cues, of: stream, failure: reason)
        case .loudnessRead(let generation, let frame, let energies):
            takeLoudness(energies, from: frame, of: generation)
        case .sinkLost(let reason): transport.receive(.lost(reason), in: view, &outbox)
        case .sinkRestored: transport.receive(.restored, in: view, &outbox)
        case .listenersLost(let reason):
            outbox.log(
                "sink.lost", at: heard, ["reason": .string(reason), "continues": .bool(true)])
        case .listenersBack:
            outbox.log("sink.restored", at: heard, ["continues": .bool(true)])
        case .sinkHeld(let reason): transport.receive(.held(reason), in: view, &outbox)
        case .sinkReleased: transport.receive(.released, in: view, &outbox)
        case .sinkFailed(let reason):
            let failure = SessionFailure(.output, reason)
            transport.end(.failed(failure), at: heard, in: view, &outbox)
        case .underrun(let count):
            outbox.log(
                "stream.underrun", at: heard,
                ["device": .bool(true), "count": .integer(Int64(count))])
        case .changedLate(let frame, let count):
            outbox.log("sink.late", at: frame, ["frames": .integer(Int64(count))])
        case .sinkVolume(let percent, let isMuted):
            outbox.log(
                "sink.volume", at: heard,
                ["percent": .integer(Int64(percent)), "muted": .bool(isMuted)])
        case .timeStoodStill: giveUpPause()
        case .waitOver(let generation):
            transport.endWait(of: generation, in: view, &outbox)
        }
        route()
    }

    /// Passes on the outbox in its order: effects to the shell, and signals to the values that they
    /// concern.
    mutating func route() {
        // The breaks send all their events of one turn together. Signals that answer one of them wait
        // for the rest: the log would otherwise report their consequences first.
        var answers: [SessionSignal] = []
        for entry in outbox.takeEntries() {
            switch entry {
            case .effect(let effect): send(effect)
            case .signal(.adEvent(let event)):
                pass(.adEvent(event))
                for entry in outbox.takeEntries() {
                    switch entry {
                    case .effect(let effect): send(effect)
                    case .signal(let answer): answers.append(answer)
                    }
                }
            case .signal(let signal):
                pass(signal)
                route()
            }
        }
        for answer in answers {
            pass(answer)
            route()
        }
    }

    private mutating func send(_ effect: SessionEffect) {
        guard case .log(var record) = effect else { return effects.append(effect) }
        heardLog.breakNumbers.number(&record)
        effects.append(.log(record))
    }

    private mutating func pass(_ signal: SessionSignal) {
        switch signal {
        case .advertisements(let event):
            breaks.receive(event, at: heard, in: breakContext, &outbox)
        case .breakMarked(let window, let spots):
            let spots = breaks.number(spots)
            marked.noteHandedOver(spots, of: window.number)
            breaks.receive(.breakMarked(window, spots), at: heard, in: breakContext, &outbox)
        case .preroll(let preroll): breaks.setPreroll(preroll, at: heard, &outbox)
        case .pushReached(let window, let spots):
            breaks.receive(.breakMarked(window, spots), at: heard, in: breakContext, &outbox)
        case .breakTold(let told):
            breaks.beacons.send(told, under: privacy, at: heard, &outbox)
        case .adReports(let reports):
            breaks.beacons.send(reports, under: privacy, at: heard, &outbox)
        case .adLeftOut(let ad):
            outbox.log(ad, at: heard)
            breaks.beacons.sendUnused(ad, under: privacy, at: heard, &outbox)
        case .bannerClicked(let spot):
            breaks.beacons.noteClick(spot, under: privacy, at: heard, &outbox)
        case .bannerSeen(let spot):
            breaks.beacons.noteView(spot, under: privacy, at: heard, &outbox)
        case .resume(let frame): resume(at: frame)
        case .adEvent(let event):
            let place = transport.listenerPlace(at: event.frame, in: view)
            marked.note(event, at: place, &outbox)
            breaks.beacons.note(event, at: place, under: privacy, &outbox)
            // A closed manager takes no more spots.
            let moment = breaks.manager.admission == .noStream ? nil : listener
            marked.notePush(event, at: place, moment, &outbox)
            heardLog.note(
                event, lag: transport.lag(at: event.frame, in: view),
                begin: breaks.markedBegin(of: event.slot).flatMap {
                    transport.outputFrame(of: $0, before: event.frame, in: view)
                }, &outbox)
        case .pauseAllowed: transport.pause(in: view, &outbox)
        case .hold: transport.holdStream(in: view, &outbox)
        case .prepare(let target): transport.prepareReturn(to: target)
        case .land(let target): transport.leaveHold(to: target, in: view, &outbox)
        case .seek(let frame): goWhereAsked(frame)
        case .stop: closeStream()
        case .sourceReady: takeSource()
        case .sourceOver(let failure): comeHome(after: failure)
        case .ending: finishIfHeard()
        }
    }

    /// Requests a switch if the output must change, and ends the session if nothing is left to
    /// hear.
    private mutating func settle() {
        if !holdsEnd { transport.endIfNothingIsLeft(in: view, &outbox) }
        route()
        attendToTruex()
        // No spot that precedes the stream could be played.
        if case .until = transport.firstStream.spotWait, !breaks.isBusy {
            transport.firstStream.spotWait = .none
            outbox.wantSwitch()
        }
        if breaks.manager.wantsSwitch(in: breakContext) { outbox.wantSwitch() }
        // Otherwise the samples of the last break would stay in memory until the next one.
        if let nextDrop, nextDrop <= heard { outbox.wantSwitch() }
        if outbox.takeSwitch() { ledger.wantSwitch() }
        guard transport.ending != .over, ledger.takeRequest() else { return }
        effects.append(.requestSwitch)
    }

    /// What the listener allows ad servers to do.
    var privacy: AdPrivacy { marked.markers.privacy }

    /// The plan, read-only.
    var view: PlanView { PlanView(ledger, configuration) }

    /// The facts that the ad-play manager receives with each event.
    var breakContext: BreakContext { breakContext(at: heard) }

    /// The same for an event about output frame `frame`.
    func breakContext(at frame: FrameTime) -> BreakContext {
        BreakContext(
            layout: plan.layout, isPaused: transport.isPaused, output: transport.output.state,
            programme: transport.programmePlace(at: frame, in: view))
    }
}
