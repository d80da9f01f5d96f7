import AdPlayback
import MediaTime

/// What the coordinator and the renderers of true[X] ask for.
extension SessionMachine {
    mutating func carryOut(_ effect: TruexCoordinator.Effect) {
        switch effect {
        case .create(let token, let stop, let slotType): create(token, at: stop, slotType)
        case .start(let token):
            truex.started = token
            tellRenderer(token, .start(truex.history))
        case .stop(let token):
            tellRenderer(token, .stop)
            release(token)
        case .release(let token): release(token)
        case .pause(let token, let reason): tellRenderer(token, .pause(reason))
        case .resume(let token, let reason): tellRenderer(token, .resume(reason))
        case .forward(let token, let message): tellRenderer(token, .message(message))
        case .endCard(let token): tellRenderer(token, .cardEnded)
        case .hold: holdStream()
        case .fill(let target):
            holdStream()
            prepareReturn(to: target)
        case .land(let landing): leaveHold(to: landing.target)
        case .seek(let frame): goWhereAsked(frame)
        case .refuseSeek:
            refuse("a stream cannot be moved in while an advertisement break is on")
        case .closeStream: carryOut(SessionCommand.stop)
        case .controls(let controls): truex.controls = controls
        case .spots(.keep): tell(.suspendSpots)
        case .spots(.release): tell(.resumeSpots)
        case .spots(.drop): tell(.creditSpots)
        case .wake(let time): truex.wake = time
        case .log(let line): effects.append(.log(EventRecord(line, at: heard)))
        }
    }

    /// Tells a renderer `event`, and does what it says.
    mutating func tellRenderer(_ token: TruexToken, _ event: TruexRendererMachine.Event) {
        guard truex.renderers[token] != nil else {
            staleCount += 1
            return
        }
        let now = clock
        let asked = truex.renderers[token]?.machine.receive(event, at: now) ?? []
        for effect in asked { carryOut(effect, of: token) }
    }

    private mutating func carryOut(
        _ effect: TruexRendererMachine.Effect, of token: TruexToken
    ) {
        switch effect {
        case .fetch:
            guard let stop = truex.renderers[token]?.stop else { return }
            effects.append(.truex(.ask(token, stop)))
        case .cancelFetch: effects.append(.truex(.cancel(token)))
        case .wake(let time): truex.renderers[token]?.wake = time
        case .show(let view): show(view, of: token)
        case .voiceOver(let order): speak(order)
        case .tell(let event):
            effects.append(.truex(.tell(event)))
            tellTruex(.renderer(token, event))
        case .track(let name): effects.append(.truex(.track(token, name)))
        case .remember(let fact): remember(fact)
        }
    }

    private mutating func remember(_ fact: TruexFact) {
        truex.history.note(fact)
        if case .sponsored = fact { tellTruex(.sponsored) }
    }

    private mutating func create(
        _ token: TruexToken, at stop: TruexStop.ID, _ slotType: TruexSlotType
    ) {
        let isCardHeard = truex.coordinator.schedule.kind(of: stop) == .truexCard
        var setup = TruexSetup(
            slotType: slotType, streamID: configuration.source,
            cancelStream: configuration.truex.supportsUserCancelStream ? .supported : .unsupported,
            card: isCardHeard ? .inStream : .ofItsOwn)
        setup.fetchTime = configuration.truex.fetchTimeout
        truex.renderers[token] = InteractiveBreaks.Renderer(
            machine: TruexRendererMachine(setup), stop: stop)
        tellRenderer(token, .initialize(truex.history))
    }

    private mutating func release(_ token: TruexToken) {
        guard truex.renderers.removeValue(forKey: token) != nil else { return }
        if truex.started == token {
            truex.started = nil
            truex.viewer.plan = []
            speak(.stop)
        }
        effects.append(.truex(.release(token)))
    }

    private mutating func show(_ view: TruexView, of token: TruexToken) {
        let now = clock
        truex.renderers[token]?.view = view
        truex.renderers[token]?.shownAt = now
        guard case .choiceCard = view, truex.renderers[token]?.hasShownCard == false else { return }
        truex.renderers[token]?.hasShownCard = true
        truex.viewer.plan = (configuration.viewer?.agenda(from: now) ?? []).map {
            InteractiveBreaks.ViewerAct(time: $0.time, message: $0.message)
        }
    }

    /// Goes where the listener wanted to, or where that leads to first.
    private mutating func goWhereAsked(_ frame: FrameTime) {
        guard let from = streamFrame(at: heard) else { return }
        truex.ping?.seek(from: from)
        guard transport.hold == nil else { return leaveHold(to: frame) }
        jump(to: frame)
        transport.incoming?.isAskedFor = true
    }
}

/// What the shell has to say.
extension SessionMachine {
    mutating func receive(_ news: TruexServerEvent) {
        switch news {
        case .pods(let pods): takePods(pods)
        case .warning(let words): warn("the schedule: \(words)")
        case .pingsWanted:
            openTruex()
            truex.ping = Ping()
        case .nextPing(let frame): truex.ping?.answer(frame)
        case .pingFailed(let reason):
            truex.ping?.fail()
            guard truex.ping?.failures == 1 else { return }
            warn("the schedule: no further breaks are known, and it is asked for again: \(reason)")
        case .answered(let token, let answer): tellRenderer(token, .fetched(answer))
        case .askingFailed(let token, let reason): tellRenderer(token, .fetchFailed(reason))
        case .voiceOverLoaded(let number, let frameCount, let loudness):
            takeVoiceOver(number, frameCount, loudness)
        case .voiceOverFailed(let number, let reason): loseVoiceOver(number, reason)
        }
    }
}
