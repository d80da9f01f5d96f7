import AdPlayback
import Advertising
import Dispatch
import MediaTime
import Playout

/// What the ad-play manager asks for.
extension SessionLoop {
    func carryOut(_ effect: AdPlayManager.Effect) {
        switch effect {
        case .load(let token, let advertisement, let deadlines):
            load(token, advertisement, deadlines)
        case .cancelLoad(let token): cancelLoad(token)
        case .release(let token): released.append(token)
        case .armWatchdog(let token, let phase, let delay): arm(token, phase, after: delay)
        case .disarmWatchdog(let token, let phase):
            disarm(token, phase)
        case .adPlayStarted: observer.adPlayStarted()
        case .adPlayFinished: observer.adPlayFinished()
        case .showBanner(let advertisement): observer.showBanner(advertisement)
        case .removeBanner: observer.removeBanner()
        case .availableToObservers: observer.advertisementsAvailable()
        case .handOut: break  // Answered as it was decided.
        case .report(_, let advertisement, let status): observer.finished(advertisement, status)
        case .clickReport(let advertisement): observer.clicked(advertisement)
        case .lay, .focusChanged, .log, .pauseAllowed, .refuse:
            // These are the machine's own business, and never come here.
            break
        }
    }

    private func load(
        _ token: PlayToken, _ advertisement: Advertisement, _ deadlines: SpotDeadlines
    ) {
        let ticket = ask(after: min(parts.networkDelay, deadlines.load))
        let mailbox = mailbox
        let load = parts.spots.load(advertisement, deadlines: deadlines) {
            mailbox.send(.spot(token, ticket, $0))
        }
        spots[token] = SpotSlot(
            load: load, ticket: ticket, isInTime: parts.networkDelay <= deadlines.load)
    }

    private func cancelLoad(_ token: PlayToken) {
        guard let slot = spots.removeValue(forKey: token) else { return }
        slot.load.cancel()
        answer(slot.ticket, [])
    }

    /// Takes in how a spot's load goes; what a spot that was let go still says is dropped.
    func take(
        _ news: SpotNews, of token: PlayToken, _ ticket: PendingReplies<SessionEvent>.Ticket
    ) {
        guard spots[token]?.ticket == ticket else { return }
        switch news {
        case .connected:
            // In virtual time only the end of a load is an event: how its bytes come is chance.
            if parts.clock == .real { handle(.advertisements(.spotConnected(token))) }
        case .received: restart(token, .stall)
        case .loaded(let spot):
            spots[token]?.spot = spot
            finishLoad(
                of: token, ticket,
                .spotLoaded(
                    token, frameCount: spot.frameCount, leadIn: spot.store.leadingSilence,
                    loudness: spot.loudness))
        case .failed(let failure):
            finishLoad(of: token, ticket, .spotFailed(token, failure))
        }
    }

    private func finishLoad(
        of token: PlayToken, _ ticket: PendingReplies<SessionEvent>.Ticket,
        _ event: AdPlayManager.Event
    ) {
        // The answer may be held until its frame of virtual time; what took wall time is over.
        for phase in [WatchdogPhase.connect, .stall, .load] { disarm(token, phase) }
        let isInTime = spots[token]?.isInTime ?? true
        answer(ticket, [.advertisements(isInTime ? event : .watchdog(token, .load))])
    }

    /// Forgets the samples of spots that are over and that no clip names any more.
    func forgetReleased() {
        let named = machine.plannedVoices
        released.removeAll { token in
            guard !named.contains(.spot(token: token.rawValue)) else { return false }
            spots[token] = nil
            return true
        }
    }
}

// MARK: - Watchdogs

extension SessionLoop {
    private func arm(_ token: PlayToken, _ phase: WatchdogPhase, after delay: Duration) {
        // The end of a spot is a matter of output time, which in virtual time knows no wall.
        if phase == .play, parts.clock == .virtual { return }
        let mailbox = mailbox
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler {
            mailbox.send(.event(.advertisements(.watchdog(token, phase))))
        }
        let watchdog = Watchdog(token: token, phase: phase)
        watchdogs[watchdog]?.timer.cancel()
        watchdogs[watchdog] = ArmedWatchdog(timer: timer, delay: delay)
        timer.schedule(deadline: .now() + delay.inSeconds)
        timer.activate()
    }

    private func disarm(_ token: PlayToken, _ phase: WatchdogPhase) {
        watchdogs.removeValue(forKey: Watchdog(token: token, phase: phase))?.timer.cancel()
    }

    private func restart(_ token: PlayToken, _ phase: WatchdogPhase) {
        guard let armed = watchdogs[Watchdog(token: token, phase: phase)] else { return }
        armed.timer.schedule(deadline: .now() + armed.delay.inSeconds)
    }
}

// MARK: - Mute music

extension SessionLoop {
    func loadMuteMusic() {
        guard let address = parts.muteMusicURL, muteMusic == nil else { return }
        let ticket = ask(after: parts.networkDelay)
        let mailbox = mailbox
        muteMusicLoad = parts.spots.load(
            Advertisement(id: 0, title: "mute music", audioFileURL: address),
            deadlines: SpotDeadlines()
        ) { mailbox.send(.muteMusic(ticket, $0)) }
    }

    /// Without its music a muted stream is silent; nothing else depends on it.
    func takeMuteMusic(_ news: SpotNews, _ ticket: PendingReplies<SessionEvent>.Ticket) {
        switch news {
        case .connected, .received: break
        case .loaded(let music):
            muteMusic = music.store
            answer(ticket, [.muteMusicLoaded(frameCount: music.frameCount)])
        case .failed(let failure):
            answer(ticket, [.muteMusicFailed(reason: failure.words)])
        }
    }
}
