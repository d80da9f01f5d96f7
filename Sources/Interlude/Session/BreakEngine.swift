import AdPlayback
import Advertising
import MediaTime
import PCMAudio
import Playout

/// The breaks of a session: the manager that plays their spots, and the queue of events for a
/// listener behind live.
struct BreakEngine: Hashable, Sendable {
    private(set) var manager: AdPlayManager

    /// The events at the live edge that the listener has not reached.
    private(set) var delayed: DelayedEventQueue

    /// The length of the mute music in frames; `nil` until it is loaded.
    private(set) var muteMusicFrameCount: Int?

    /// Whether a preroll of the station is muted now.
    private(set) var preroll = StationPreroll.heard

    /// What ad servers are told of their ads.
    var beacons = BeaconBook()

    /// The ids for spots that come without one.
    private var numbers: SpotNumbers

    /// The limit on pending spots, in the manager and in the queue for a listener behind live
    /// together; and on mutes and unmutes in that queue.
    static let waitingLimit = 1000

    init(_ configuration: SessionConfiguration) {
        let last = configuration.earlier?.lastNumbers
        var settled = AdPlayManager.Configuration(
            policy: configuration.breakPolicy, playback: configuration.adPlayback,
            loudness: configuration.loudness)
        delayed = DelayedEventQueue(maxDelay: configuration.maxDelay)
        numbers = SpotNumbers(after: last?.spot ?? 0)
        for entry in configuration.script {
            switch entry.command {
            case .push(let spots), .pushInStream(let spots, _): numbers.reserve(spots)
            default: break
            }
        }
        if let opening = configuration.bumpers?.opening {
            settled.bumpers.opening = numbers.number([opening]).first
        }
        if let closing = configuration.bumpers?.closing {
            settled.bumpers.closing = numbers.number([closing]).first
        }
        if let slate = configuration.slate {
            settled.slate = numbers.number([slate]).first
        }
        settled.crossfadeFrameCount = configuration.crossfadeFrameCount
        manager = AdPlayManager(configuration: settled, lastSlot: last?.slot ?? 0)
    }

    /// The settings that determine the gains.
    var focus: AudioFocus { manager.focus }

    /// Whether an advertisement plays, loads or is queued whose turn does not depend on the
    /// programme.
    var isBusy: Bool { hasSpots && !manager.waitsForProgramme }

    /// Whether an advertisement plays, loads or is queued.
    var hasSpots: Bool {
        switch manager.phase {
        case .closed, .idle: false
        case .breakStarting, .playing, .betweenAds: true
        }
    }

    /// Passes `event` to the manager, and carries out its effects. The listener has heard
    /// everything before output frame `heard`.
    mutating func receive(
        _ event: AdPlayManager.Event, at heard: FrameTime, in context: BreakContext,
        _ outbox: inout SessionOutbox
    ) {
        for effect in manager.receive(event, at: heard, in: context) {
            carryOut(effect, at: heard, &outbox)
        }
    }

    /// Lays out the break from output frame `frame` on; `nil` if no stream is open.
    mutating func layOut(
        from frame: FrameTime, at heard: FrameTime, in context: BreakContext,
        _ outbox: inout SessionOutbox
    ) -> BreakLayout? {
        var layout: BreakLayout?
        for effect in manager.receive(.switchable(frame), at: heard, in: context) {
            if case .lay(let new) = effect {
                layout = new
            } else {
                carryOut(effect, at: heard, &outbox)
            }
        }
        return layout
    }

    /// The programme frame at which the break of `slot`, or the open break, was to begin; `nil` unless
    /// the stream marks it. The open break may contain several that the stream marks.
    func markedBegin(of slot: PlayToken?) -> FrameTime? {
        guard let slot else {
            let number = manager.openBreak?.markedNumber
            return manager.marked.windows.first { $0.breakNumber == number }?.begin
        }
        return manager.activeSpots.first { $0.token == slot }.flatMap(manager.window)?.begin
    }

    /// Lays out again the breaks whose place the programme no longer approaches.
    func noteProgrammeStands(_ outbox: inout SessionOutbox) {
        if !manager.marked.windows.isEmpty { outbox.wantSwitch() }
    }

    private mutating func carryOut(
        _ effect: AdPlayManager.Effect, at heard: FrameTime, _ outbox: inout SessionOutbox
    ) {
        switch effect {
        // ``layOut(from:at:in:_:)`` takes this effect itself.
        case .lay: break
        case .focusChanged: outbox.wantSwitch()
        case .log(let event):
            if !event.kind.isForAdServersOnly { outbox.send(.log(EventRecord(event))) }
            outbox.post(.adEvent(event))
        case .pauseAllowed: outbox.post(.pauseAllowed)
        case .refuse(let refusal): outbox.refuse(refusal.words)
        case .load, .cancelLoad, .release, .armWatchdog, .disarmWatchdog, .adPlayStarted,
            .adPlayFinished, .showBanner, .removeBanner, .availableToObservers, .handOut, .report:
            outbox.send(.advertisements(effect))
        case .clickReport(let spot):
            outbox.post(.bannerClicked(spot))
            outbox.send(.advertisements(effect))
        case .viewReport(let spot): outbox.post(.bannerSeen(spot))
        }
    }

    /// Warns of a spot whose file is cut off. What there is of it is played.
    func warn(
        ofCut token: PlayToken, frameCount: Int, declaredCount: Int, at heard: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        guard let player = manager.activeSpots.first(where: { $0.token == token }) else { return }
        outbox.write([
            EventRecord(
                cut: player, of: manager.openBreak?.id, frameCount: frameCount,
                declaredCount: declaredCount, at: heard)
        ])
    }

    /// Whether the station has replaced the sound of its stream.
    var isMutedByStation: Bool { focus.streamer == .muted || preroll == .muted }

    /// The requests of the breaks to the programme. `isLive` is whether the stream counts as live.
    func intent(
        in layout: BreakLayout?, isLive: Bool, _ configuration: SessionConfiguration
    ) -> BreakIntent {
        BreakIntent(
            layout: layout, comesFirst: isBusy && manager.admission == .open,
            underSpots: underSpots(layout, isLive: isLive, configuration),
            isMutedByStation: isMutedByStation,
            volume: focus.userVolume, adVolume: focus.adVolume,
            spotLimit: manager.configuration.loudness == .off ? .whereRaised : .everywhere,
            muteMusic: muteMusicFrameCount.map { Arrangement.MuteMusic(frameCount: $0) })
    }

    private func underSpots(
        _ layout: BreakLayout?, isLive: Bool, _ configuration: SessionConfiguration
    ) -> Arrangement.StreamUnderSpots {
        switch layout?.policy ?? manager.configuration.policy {
        case .mute: .muted
        case .hold where layout?.isInserted == true: .held
        case .hold: isLive && configuration.resume == .live ? .muted : .held
        case .duck:
            .ducked(
                gain: AudioFocus.duck, attackFrameCount: Duration.milliseconds(150).frameCount,
                releaseFrameCount: Duration.milliseconds(600).frameCount)
        }
    }

    /// Mutes the preroll of the station, or ends that.
    mutating func setPreroll(
        _ new: StationPreroll, at heard: FrameTime, _ outbox: inout SessionOutbox
    ) {
        guard preroll != new else { return }
        preroll = new
        switch new {
        case .muted:
            outbox.log("stream.muted", at: heard, ["by": "preroll"])
            if muteMusicFrameCount == nil { outbox.send(.loadMuteMusic) }
        case .heard: outbox.log("stream.unmuted", at: heard, ["by": "preroll"])
        }
        outbox.wantSwitch()
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

/// Whether what the station sends to a listener who connects is heard.
enum StationPreroll: Hashable, Sendable {
    case heard
    case muted
}

// MARK: - Pending events

extension BreakEngine {
    /// Returns `spots` with an id each.
    mutating func number(_ spots: [Advertisement]) -> [Advertisement] { numbers.number(spots) }

    /// Whether a push fits within ``waitingLimit``. Otherwise drops the whole push, and refuses the
    /// command.
    ///
    /// `count` spots wait elsewhere.
    func admit(
        _ spots: [Advertisement], beside count: Int = 0, at heard: FrameTime,
        _ outbox: inout SessionOutbox
    ) -> Bool {
        let count = manager.waitingCount + delayed.spotCount + count + max(1, spots.count)
        if count <= Self.waitingLimit { return true }
        drop(spots, .queueFull, at: heard, &outbox)
        outbox.refuse(
            "no more than \(Self.waitingLimit) advertisements may wait; 'ignore' drops them")
        return false
    }

    /// Whether a mute or unmute fits within ``waitingLimit``; it does for a listener at the live
    /// edge. Otherwise refuses the command.
    func admitMute(_ outbox: inout SessionOutbox) -> Bool {
        if delayed.muteCount < Self.waitingLimit { return true }
        outbox.refuse("no more than \(Self.waitingLimit) mutes and unmutes may wait")
        return false
    }

    /// Delivers `event` now if the listener is at the live edge, otherwise when they reach the
    /// point that is live now.
    ///
    /// The listener is at stream frame `place`, and `shift` frames further behind live than at the
    /// start.
    mutating func deliver(
        _ event: DelayedEvent, at place: FrameTime?, shift: Int, heard: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        guard shift > 0 || !delayed.isEmpty, let place else {
            return happen(event, at: heard, &outbox)
        }
        // Events keep their order, even if the estimate of the live edge moves back.
        delayed.add(event, at: max(place + shift, delayed.lastOccurrence ?? .zero))
    }

    /// Delivers the events that a listener at stream frame `listener` has reached, and drops the
    /// pushes that they can no longer reach.
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
            // A mute or unmute applies to the whole stream after it.
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

    /// Removes all pending events, and logs the pushes among them as dropped.
    mutating func dropDelayed(at heard: FrameTime, _ outbox: inout SessionOutbox) {
        for case .advertisements(let spots) in delayed.removeAll() {
            drop(spots, .stopped, at: heard, &outbox)
        }
    }

    /// Logs a push as dropped.
    func drop(
        _ spots: [Advertisement], _ reason: AdEvent.NotUsedReason, at heard: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        guard !spots.isEmpty else { return }
        let dropped = AdEvent(kind: .breakDropped(spotCount: spots.count, reason), frame: heard)
        outbox.send(.log(EventRecord(dropped)))
    }

    /// The output frame at which the listener reaches the next pending event; `nil` if the timeline
    /// does not lead there, as in a pause.
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
        case .skippingForbidden: "the stream does not allow this advertisement to be skipped"
        case .skippingRefused: "the ad server does not allow this advertisement to be skipped"
        case .skippingTooSoon: "the ad server allows this advertisement to be skipped later"
        case .nothingToClick: "the advertisement has nothing to click"
        case .nothingToIgnore: "this advertisement does not wait; it plays, or it is over"
        }
    }
}
