import AdPlayback
import Advertising
import MediaTime
import PCMAudio
import Playout

/// The breaks of a session: the manager that plays their spots, and what waits for a listener who is
/// behind live.
struct BreakEngine: Hashable, Sendable {
    private(set) var manager: AdPlayManager

    /// What happened at the live edge and the listener has not come to.
    private(set) var delayed: DelayedEventQueue

    /// Frames in a turn of the mute music, once it is loaded.
    private(set) var muteMusicFrameCount: Int?

    /// How many spots and mutes wait at most, in the queue or for a listener who is behind live.
    static let waitingLimit = 1000

    init(_ configuration: SessionConfiguration) {
        manager = AdPlayManager(
            configuration: AdPlayManager.Configuration(
                policy: configuration.breakPolicy, playback: configuration.adPlayback,
                loudness: configuration.loudness))
        delayed = DelayedEventQueue(maxDelay: configuration.maxDelay)
    }

    /// What the gains follow from.
    var focus: AudioFocus { manager.focus }

    /// Whether advertisements play, load or wait.
    var isBusy: Bool {
        switch manager.phase {
        case .closed, .idle: false
        case .breakStarting, .playing, .betweenAds: true
        }
    }

    /// Tells the manager what has happened, where everything before output frame `heard` was heard.
    mutating func receive(
        _ event: AdPlayManager.Event, at heard: FrameTime, in context: BreakContext,
        _ outbox: inout SessionOutbox
    ) {
        for effect in manager.receive(event, at: heard, in: context) {
            carryOut(effect, &outbox)
        }
    }

    /// Lays the break out from output frame `frame` on; `nil` where no stream is open.
    mutating func layOut(
        from frame: FrameTime, at heard: FrameTime, in context: BreakContext,
        _ outbox: inout SessionOutbox
    ) -> BreakLayout? {
        var layout: BreakLayout?
        for effect in manager.receive(.switchable(frame), at: heard, in: context) {
            if case .lay(let new) = effect { layout = new } else { carryOut(effect, &outbox) }
        }
        return layout
    }

    private func carryOut(_ effect: AdPlayManager.Effect, _ outbox: inout SessionOutbox) {
        switch effect {
        // Answers only what ``layOut(from:at:in:_:)`` says.
        case .lay: break
        case .focusChanged: outbox.wantSwitch()
        case .log(let event):
            outbox.send(.log(EventRecord(event)))
            outbox.post(.adEvent(event))
        case .pauseAllowed: outbox.post(.pauseAllowed)
        case .refuse(let refusal): outbox.refuse(refusal.words)
        case .load, .cancelLoad, .release, .armWatchdog, .disarmWatchdog, .adPlayStarted,
            .adPlayFinished, .showBanner, .removeBanner, .availableToObservers, .handOut, .report,
            .clickReport:
            outbox.send(.advertisements(effect))
        }
    }

    /// What the breaks ask of the programme, where it is live or is not.
    func intent(
        in layout: BreakLayout?, isLive: Bool, _ configuration: SessionConfiguration
    ) -> BreakIntent {
        BreakIntent(
            layout: layout, comesFirst: isBusy && manager.admission == .open,
            underSpots: underSpots(isLive: isLive, configuration),
            isMutedByStreamer: focus.streamer == .muted, volume: focus.userVolume,
            spotLimit: manager.configuration.loudness == .off ? .whereRaised : .everywhere,
            muteMusic: muteMusicFrameCount.map { Arrangement.MuteMusic(frameCount: $0) })
    }

    private func underSpots(
        isLive: Bool, _ configuration: SessionConfiguration
    ) -> Arrangement.StreamUnderSpots {
        switch manager.configuration.policy {
        case .mute: .muted
        case .hold: isLive && configuration.resume == .live ? .muted : .held
        case .duck:
            .ducked(
                gain: AudioFocus.duck, attackFrameCount: Duration.milliseconds(150).frameCount,
                releaseFrameCount: Duration.milliseconds(600).frameCount)
        }
    }

    mutating func takeMuteMusic(
        _ frameCount: Int, at heard: FrameTime, _ outbox: inout SessionOutbox
    ) {
        guard frameCount >= Arrangement.MuteMusic.shortest else {
            return outbox.warn("the mute music is not heard: it is shorter than 0.1 s", at: heard)
        }
        muteMusicFrameCount = frameCount
        outbox.wantSwitch()
    }
}

// MARK: - What waits

extension BreakEngine {
    /// Whether there is room for a push, or for one mute. Without room the push is dropped whole.
    func admit(
        _ spots: [Advertisement] = [], at heard: FrameTime, _ outbox: inout SessionOutbox
    ) -> Bool {
        let count = manager.waitingCount + delayed.count + max(1, spots.count)
        if count <= Self.waitingLimit { return true }
        drop(spots, .queueFull, at: heard, &outbox)
        outbox.refuse(
            "no more than \(Self.waitingLimit) advertisements may wait; 'ignore' drops them")
        return false
    }

    /// Delivers what belongs to the live edge now, or when a listener who is at stream frame `place`,
    /// `shift` frames further behind live than at first, gets there.
    mutating func deliver(
        _ event: DelayedEvent, at place: FrameTime?, shift: Int, heard: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        guard shift > 0 || !delayed.isEmpty, let place else {
            return happen(event, at: heard, &outbox)
        }
        // What happens live happens in order, wherever the live edge is reckoned to be by now.
        delayed.add(event, at: max(place + shift, delayed.lastOccurrence ?? .zero))
    }

    /// Delivers what a listener has come to who is at stream frame `listener`.
    mutating func deliverDelayed(
        to listener: FrameTime?, liveEdge: FrameTime?, heard: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        guard !delayed.isEmpty, let listener, let liveEdge else { return }
        let passed = delayed.advance(listener: listener, liveEdge: liveEdge)
        for event in passed.reached { happen(event, at: heard, &outbox) }
        for event in passed.expired {
            switch event {
            case .advertisements(let spots): drop(spots, .expired, at: heard, &outbox)
            // What the streamer did holds for all of the stream that comes after it.
            case .streamerMuted, .streamerUnmuted: happen(event, at: heard, &outbox)
            }
        }
    }

    private func happen(
        _ event: DelayedEvent, at heard: FrameTime, _ outbox: inout SessionOutbox
    ) {
        switch event {
        case .advertisements(let advertisements):
            outbox.post(.advertisements(.advertisementsAvailable(advertisements)))
        case .streamerMuted:
            outbox.post(.advertisements(.streamerMuted))
            outbox.log("stream.muted", at: heard, ["by": "streamer"])
            if muteMusicFrameCount == nil { outbox.send(.loadMuteMusic) }
        case .streamerUnmuted:
            outbox.post(.advertisements(.streamerUnmuted))
            outbox.log("stream.unmuted", at: heard, ["by": "streamer"])
        }
        outbox.wantSwitch()
    }

    /// Says of each push that is kept for a listener who will not come to it that it is not used.
    mutating func dropDelayed(at heard: FrameTime, _ outbox: inout SessionOutbox) {
        for case .advertisements(let spots) in delayed.removeAll() {
            drop(spots, .stopped, at: heard, &outbox)
        }
    }

    /// Says of a push that it is not used.
    private func drop(
        _ spots: [Advertisement], _ reason: AdEvent.NotUsedReason, at heard: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        guard !spots.isEmpty else { return }
        let dropped = AdEvent(kind: .breakDropped(spotCount: spots.count, reason), frame: heard)
        outbox.send(.log(EventRecord(dropped)))
    }

    /// The output frame at which the listener comes to what is kept for them; `nil` while the
    /// stream that is laid out does not lead there, as in a pause.
    func nextDelivery(under transport: Transport, in view: PlanView) -> FrameTime? {
        guard transport.live.frame != nil, transport.hold == nil,
            let voice = transport.current?.voice, let next = delayed.firstOccurrence
        else { return nil }
        return view.timeline.time(of: voice, reaching: next, from: view.heard)
            .map { max($0, view.heard + 1) }
    }
}

extension AdPlayManager.Refusal {
    fileprivate var words: String {
        switch self {
        case .pauseDuringAdvertisement: "a stream cannot be paused while an advertisement plays"
        case .nothingToSkip: "there is no advertisement to be skipped"
        case .nothingToClick: "the advertisement has nothing to click"
        }
    }
}
