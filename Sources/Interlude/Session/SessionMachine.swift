import AdPlayback
import Advertising
import MediaTime
import Playout

/// Decides everything that a session does: what is heard when, and what is told about it.
///
/// A value without clock, lock or I/O. The same configuration and the same
/// events in the same order give the same effects, so a recorded session
/// replays to the identical event log.
package struct SessionMachine: Sendable {
    package let configuration: SessionConfiguration

    /// Where the session stands (rule M9).
    package var state: SessionState { transport.state }

    /// Whether a pause was asked for, also while the stream is connected anew.
    package var isPaused: Bool { transport.isPaused }

    /// Everything before this output frame has been heard.
    package internal(set) var heard = FrameTime.zero {
        didSet { ledger.hear(upTo: heard) }
    }

    var ledger = PlanLedger(SessionPlan())
    var transport: Transport
    var breaks: BreakEngine
    var truex: InteractiveBreaks
    var latencies = LatencyLog()

    /// What was heard of the programme, as far as the loudness of spots follows from it.
    var heardProgramme = HeardProgramme()

    /// What is still to be asked for at times that were fixed before the session.
    var script: ArraySlice<SessionConfiguration.ScriptedCommand>

    /// What time it is for the session, where that is not output time.
    var time: FrameTime?

    /// How often a completion came for something that was over.
    package internal(set) var staleCount = 0

    var effects: [SessionEffect] = []
}

extension SessionMachine {
    package init(_ configuration: SessionConfiguration) {
        self.configuration = configuration
        transport = Transport(configuration)
        breaks = BreakEngine(configuration)
        truex = InteractiveBreaks(policy: configuration.truex)
        truex.viewer.isAlone = configuration.viewer != nil
        script = configuration.script.sorted { $0.time < $1.time }[...]
    }

    /// Takes in what happened, and says what has to be done about it.
    package mutating func receive(_ event: SessionEvent) -> [SessionEffect] {
        effects = []
        guard transport.ending != .over else { return [] }
        switch event {
        case .began: begin()
        case .command(let command): carryOut(command)
        case .source(let generation, let news): receive(news, from: generation)
        case .switchable(let frame): planAfterRequest(from: frame)
        case .planRefused(let frame): planAgain(from: frame)
        case .heard(let frame, let liveEdge): advance(to: frame, liveEdge: liveEdge)
        case .starved(let frame, let sourceFrame): starve(at: frame, sourceFrame: sourceFrame)
        case .exhausted(let frame): exhaust(at: frame)
        case .advertisements(let event): tell(event)
        case .time(let now, let liveEdge): takeTime(now, liveEdge: liveEdge)
        case .truex(let news): receive(news)
        case .muteMusicLoaded(let frameCount): takeMuteMusic(frameCount)
        case .muteMusicFailed(let reason): warn("the mute music is not heard: \(reason)")
        case .sinkLost(let reason): loseOutput(reason)
        case .sinkRestored: restoreOutput()
        case .sinkHeld(let reason): holdOutput(reason)
        case .sinkReleased: releaseOutput()
        case .sinkFailed(let reason): end(.failed(SessionFailure(.output, reason)), at: heard)
        case .underrun(let count):
            log("stream.underrun", ["device": .bool(true), "count": .integer(Int64(count))])
        case .changedLate(let frame, let count):
            log("sink.late", at: frame, ["frames": .integer(Int64(count))])
        case .sinkVolume(let percent, let isMuted):
            log("sink.volume", ["percent": .integer(Int64(percent)), "muted": .bool(isMuted)])
        case .timeStoodStill: giveUpPause()
        }
        settle()
        return effects
    }

    /// What is heard unless the sink refuses it.
    var plan: SessionPlan { ledger.plan }

    /// Everything that is planned to be heard, whether the sink refuses the last plan or not.
    var plannedVoices: Set<Voice> {
        Set([ledger.base, plan].flatMap { $0.timeline.clips.map(\.voice) })
    }

    /// The frame before which everything has to be heard for something to happen: a sink in
    /// virtual time renders no further than this before it was handled.
    package var nextMark: FrameTime {
        var mark = min(
            plan.markers.next, breaks.manager.nextMark(in: plan.layout) ?? .distantFuture)
        if let next = script.first { mark = min(mark, next.time) }
        if let next = nextDelivery { mark = min(mark, next) }
        if let next = nextDiscontinuity { mark = min(mark, next) }
        if case .until(let frame) = transport.firstSpotWait { mark = min(mark, frame) }
        mark = min(mark, nextTruexMark)
        return min(mark, outputEnd)
    }

    /// The output frame at which the session is over, as far as that is known.
    package var outputEnd: FrameTime {
        switch transport.ending {
        case .at(let frame, _): frame
        case .over: heard
        case .fading(_, let limit): plan.fadeEnd ?? limit
        case nil: .distantFuture
        }
    }

    /// When the session wants to be told the time next, where that is not output time.
    package var nextWake: FrameTime {
        let arrival = framesToReturn.map { clock + max($0, FrameTime.rate / 20) }
        return min(truex.nextWake, arrival ?? .distantFuture)
    }

    /// Whether the session has to be told what time it is.
    package var keepsTime: Bool { truex.isActive }

    /// Whether a session in virtual time has come to a pause that nothing will ever end.
    package var isPausedForEver: Bool {
        let isStanding = isPaused || transport.hold?.phase == .standing
        return isStanding && truex.nextWake == .distantFuture && voiceOverEnd == nil
            && transport.incoming == nil && transport.candidate == nil && ledger.isSettled
            && script.isEmpty && plan.markers.entries.isEmpty
            && breaks.manager.nextMark(in: plan.layout) == nil && outputEnd == .distantFuture
    }

    /// The end that was asked for before the session began.
    var configuredEnding: Transport.Ending? {
        configuration.duration.map { .at(FrameTime($0), .asked) }
    }

    private mutating func giveUpPause() {
        guard isPausedForEver else { return }
        warn(
            transport.hold == nil
                ? "paused, and nothing is left that would end the pause"
                : "true[X] waits for its listener, and nothing is left that he does")
        end(.asked, at: heard + configuration.fade.frameCount)
    }

    private mutating func takeMuteMusic(_ frameCount: Int) {
        guard frameCount >= Arrangement.MuteMusic.shortest else {
            return warn("the mute music is not heard: it is shorter than 0.1 s")
        }
        breaks.muteMusicFrameCount = frameCount
        wantSwitch()
    }

    private mutating func begin() {
        transport.ending = configuredEnding
        tell(.streamOpened)
        tell(.volumeChanged(configuration.volume.linear))
        move(.play(configuration.source))
        let start = FrameTime(configuration.start)
        open(configuration.source, from: start)
        runScript(through: .zero)
    }

    /// Asks for a switch if the sound has to change, and ends if nothing is left to be heard.
    private mutating func settle() {
        endIfNothingIsLeft()
        attendToTruex()
        // The advertisements before the stream came to nothing.
        if case .until = transport.firstSpotWait, !adsAreBusy {
            transport.firstSpotWait = .none
            wantSwitch()
        }
        if breaks.manager.wantsSwitch(in: breakContext) { wantSwitch() }
        guard transport.ending != .over, ledger.takeRequest() else { return }
        effects.append(.requestSwitch)
    }

    mutating func wantSwitch() {
        ledger.wantSwitch()
    }

    /// Writes a line of the event log about now, or about `frame`.
    mutating func log(
        _ name: String, at frame: FrameTime? = nil,
        _ fields: KeyValuePairs<String, JSONValue> = [:]
    ) {
        effects.append(.log(EventRecord(name, at: frame ?? heard, fields)))
    }

    mutating func write(_ records: [EventRecord]) {
        effects += records.map { .log($0) }
    }

    /// Says in the event log what a person should know, and nothing else depends on.
    mutating func warn(_ words: String) {
        log("session.warning", ["reason": .string(words)])
    }

    /// Ends the session at output frame `frame`, unless it ends before that anyway.
    mutating func end(_ end: SessionEnd, at frame: FrameTime) {
        guard frame < outputEnd else { return }
        transport.ending = .at(frame, end)
        finishIfHeard()
    }

    /// Says that the session is over, once all of it was heard.
    mutating func finishIfHeard() {
        let (frame, end): (FrameTime, SessionEnd)
        switch transport.ending {
        case .at(let time, let how): (frame, end) = (time, how)
        case .fading(let how, _): (frame, end) = (outputEnd, how)
        case .over, nil: return
        }
        guard frame <= heard else { return }
        dropCandidate(CommandReply.overWords)
        switch end {
        case .asked: tell(.stop(.user))
        case .failed(let failure):
            if failure.kind != .output { move(.gaveUp, ["reason": .string(failure.description)]) }
            tell(.stop(.streamFailed))
        }
        write(latencies.finish(at: heard, lag: lag(at: heard)))
        if truex.isActive { tellTruex(.streamEnded) }
        closeTruex()
        dropDelayed()
        move(.stop)
        move(.stopped)
        transport.ending = .over
        effects.append(.end(end, at: frame))
    }

    private mutating func endIfNothingIsLeft() {
        guard transport.ending == nil || outputEnd != .distantFuture, transport.incoming == nil,
            transport.candidate == nil, let current = transport.current,
            let over = current.exhaustedAt,
            !adsAreBusy
        else { return }
        let frame = max(over, plan.layout?.away?.end ?? .zero, heard)
        guard frame < outputEnd else { return }
        end(current.source.failure.map { .failed($0) } ?? .asked, at: frame)
    }
}
