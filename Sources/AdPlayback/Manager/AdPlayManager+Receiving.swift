import Advertising
import MediaTime

extension AdPlayManager {
    /// Takes in what has happened, and returns what is to be done about it.
    ///
    /// Everything before output frame `heard` was heard; `context` is as it is after the event.
    package mutating func receive(
        _ event: Event, at heard: FrameTime, in context: BreakContext
    ) -> [Effect] {
        var outbox = Outbox(heard: heard, context: context)
        guard isOpen else {
            receiveClosed(event, &outbox)
            return outbox.effects
        }
        switch event {
        case .streamOpened: break
        case .stop: stop(&outbox)
        case .streamerMuted: setStreamer(.muted, &outbox)
        case .streamerUnmuted: setStreamer(.audible, &outbox)
        case .advertisementsAvailable(let pushed): enqueue(pushed, &outbox)
        case .breakMarked(let window, let spots): enqueue(spots, of: window, &outbox)
        case .breakMoved(let window): move(window, &outbox)
        case .breakOver(let number, let ending): endMarkedBreak(number, ending, &outbox)
        case .programmeLeft: leaveProgramme(&outbox)
        case .ignoreReceivedAdvertisements: ignoreReceived(&outbox)
        case .ignoreSpot(let id): ignoreSpot(id, &outbox)
        case .suspendSpots: admission = .closed
        case .resumeSpots: admission = .open
        case .creditSpots:
            admission = .open
            dropWaiting(.credited, &outbox)
            dropPaidSlates(&outbox)
        case .getAdvertisement: handOutNext(&outbox)
        case .bannerClicked(let id): click(id, &outbox)
        case .bannerShown(let id): noteBannerShown(id, &outbox)
        case .spotConnected(let token): connected(token, &outbox)
        case .spotLoaded(let token, let frameCount, let leadIn, let loudness):
            let audio = SpotAudio(frameCount: frameCount, leadIn: leadIn, loudness: loudness)
            loaded(token, audio, &outbox)
        case .spotFailed(let token, let failure): failed(token, failure, &outbox)
        case .watchdog(let token, let phase): expired(token, phase, &outbox)
        case .switchable(let time): lay(from: max(time, outbox.heard), &outbox)
        case .heard(let time): passMarks(before: time, &outbox)
        case .programmeMeasured(let loudness): programmeLoudness = loudness
        case .outputChanged(let before): changeOutput(from: before, &outbox)
        case .volumeChanged(let volume): setVolume(volume, &outbox)
        case .adVolumeChanged(let volume): setAdVolume(volume, &outbox)
        case .skip: skip(&outbox)
        case .skipSpot(let id): skipSpot(id, &outbox)
        case .skipBreak: skipBreak(&outbox)
        case .pauseRequested: pause(&outbox)
        }
        settle(&outbox)
        return outbox.effects
    }

    /// While no stream is open, only what outlives a stream is kept.
    private mutating func receiveClosed(_ event: Event, _ outbox: inout Outbox) {
        switch event {
        case .streamOpened:
            admission = .open
        case .volumeChanged(let volume):
            focus.userVolume = volume
            followVolume(outbox)
        case .adVolumeChanged(let volume):
            focus.adVolume = volume
            followVolume(outbox)
        case .getAdvertisement:
            outbox.send(.handOut(nil))
        case .advertisementsAvailable(let pushed):
            guard !pushed.isEmpty else { break }
            outbox.log(.breakDropped(spotCount: pushed.count, .noStream), of: nil)
        case .pauseRequested:
            outbox.send(.pauseAllowed)
        case .spotConnected, .spotLoaded, .spotFailed, .watchdog:
            staleCount += 1
        case .ignoreSpot:
            outbox.send(.refuse(.nothingToIgnore))
        case .stop, .breakMarked, .breakMoved, .breakOver, .programmeLeft, .streamerMuted,
            .streamerUnmuted,
            .ignoreReceivedAdvertisements, .suspendSpots,
            .resumeSpots, .creditSpots,
            .bannerClicked, .bannerShown, .skip, .skipSpot, .skipBreak, .programmeMeasured,
            .switchable, .heard,
            .outputChanged:
            break
        }
    }

    /// Does what the state that was reached calls for.
    private mutating func settle(_ outbox: inout Outbox) {
        guard isOpen else { return }
        loadAhead(&outbox)
        dropLoneBumpers(&outbox)
        let first =
            activeSpots.first { $0.bumper == nil } ?? activeSpots.first { $0.bumper == .slate }
        if openBreak?.stage == .resolving, first?.isReady ?? false {
            openBreak?.stage = .ready
            outbox.log(.breakReady, of: openBreak?.id)
        }
        endBreakIfOver(&outbox)
    }
}
