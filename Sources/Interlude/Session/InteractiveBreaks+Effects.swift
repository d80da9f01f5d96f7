import AdPlayback
import MediaTime

/// Carries out the effects of the coordinator and the renderers of true[X].
extension InteractiveBreaks {
    mutating func carryOut(
        _ effect: TruexCoordinator.Effect, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        switch effect {
        case .create(let token, let stop, let slotType):
            create(token, at: stop, slotType, in: view, &outbox)
        case .start(let token):
            started = token
            tellRenderer(token, .start(history), in: view, &outbox)
        case .stop(let token):
            tellRenderer(token, .stop, in: view, &outbox)
            release(token, &outbox)
        case .release(let token): release(token, &outbox)
        case .pause(let token, let reason): tellRenderer(token, .pause(reason), in: view, &outbox)
        case .resume(let token, let reason):
            tellRenderer(token, .resume(reason), in: view, &outbox)
        case .forward(let token, let message):
            tellRenderer(token, .message(message), in: view, &outbox)
        case .endCard(let token): tellRenderer(token, .cardEnded, in: view, &outbox)
        case .hold: outbox.post(.hold)
        case .fill(let target):
            outbox.post(.hold)
            outbox.post(.prepare(target))
        case .land(let landing): outbox.post(.land(at: landing.target))
        case .seek(let frame): outbox.post(.seek(to: frame))
        case .refuseSeek:
            outbox.refuse("the listener cannot seek during an advertisement break")
        case .closeStream: outbox.post(.stop)
        case .spots(.keep): outbox.post(.advertisements(.suspendSpots))
        case .spots(.release): outbox.post(.advertisements(.resumeSpots))
        case .spots(.drop): outbox.post(.advertisements(.creditSpots))
        // The session reads both from the coordinator.
        case .controls, .wake: break
        case .log(let line): outbox.send(.log(EventRecord(line, at: view.heard)))
        }
    }

    /// Passes `event` to a renderer, and carries out its effects. Ignored for a renderer that is
    /// over.
    mutating func tellRenderer(
        _ token: TruexToken, _ event: TruexRendererMachine.Event, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) {
        let now = clock(at: view.heard)
        let asked = renderers[token]?.machine.receive(event, at: now) ?? []
        for effect in asked { carryOut(effect, of: token, in: view, &outbox) }
    }

    private mutating func carryOut(
        _ effect: TruexRendererMachine.Effect, of token: TruexToken, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) {
        switch effect {
        case .fetch:
            guard let stop = renderers[token]?.stop else { return }
            outbox.send(.truex(.ask(token, stop)))
        case .cancelFetch: outbox.send(.truex(.cancel(token)))
        case .wake(let time): renderers[token]?.wake = time
        case .show(let shown): show(shown, of: token, in: view)
        case .voiceOver(let order): speak(order, &outbox)
        case .tell(let event):
            outbox.send(.truex(.tell(event)))
            tell(.renderer(token, event), in: view, &outbox)
        case .track(let name): outbox.send(.truex(.track(token, name)))
        case .remember(let fact):
            history.note(fact)
            if case .sponsored = fact { tell(.sponsored, in: view, &outbox) }
        }
    }

    private mutating func create(
        _ token: TruexToken, at stop: TruexStop.ID, _ slotType: TruexSlotType, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) {
        let configuration = view.configuration
        let isCardHeard = coordinator.schedule.kind(of: stop) == .truexCard
        var setup = TruexSetup(
            slotType: slotType, streamID: configuration.source,
            cancelStream: configuration.truex.supportsUserCancelStream ? .supported : .unsupported,
            card: isCardHeard ? .inStream : .ofItsOwn)
        setup.fetchTime = configuration.truex.fetchTimeout
        renderers[token] = Renderer(machine: TruexRendererMachine(setup), stop: stop)
        tellRenderer(token, .initialize(history), in: view, &outbox)
    }

    private mutating func release(_ token: TruexToken, _ outbox: inout SessionOutbox) {
        guard renderers.removeValue(forKey: token) != nil else { return }
        if started == token {
            started = nil
            viewer.plan = []
            speak(.stop, &outbox)
        }
        outbox.send(.truex(.release(token)))
    }

    private mutating func show(_ shown: TruexView, of token: TruexToken, in view: PlanView) {
        let now = clock(at: view.heard)
        renderers[token]?.view = shown
        renderers[token]?.shownAt = now
        guard case .choiceCard = shown, renderers[token]?.hasShownCard == false else { return }
        renderers[token]?.hasShownCard = true
        viewer.plan = (view.configuration.viewer?.agenda(from: now) ?? []).map {
            ViewerAct(time: $0.time, message: $0.message)
        }
    }
}
