import AdPlayback
import MediaTime
import Playout

/// What the coordinator of true[X] is told.
extension SessionMachine {
    /// The session's time, which goes on while the stream stands still.
    ///
    /// That is output time as long as nobody says what time it is, as in virtual time.
    var clock: FrameTime { time ?? heard }

    /// Takes note of what time it is.
    mutating func takeTime(_ now: FrameTime, liveEdge: FrameTime?) {
        // What was due on the way happens at its own time, in that order, however late it is told.
        for _ in 0..<64 {
            let due = truex.nextWake
            guard truex.isActive, due > clock, due < now else { break }
            time = due
            wakeTruex()
        }
        time = max(now, clock)
        if let liveEdge { noteLiveEdge(liveEdge, at: heard) }
    }

    /// These are all pods of the stream by now.
    mutating func takePods(_ pods: [TruexPod]) {
        openTruex()
        tellTruex(.podsChanged(pods))
        wantSwitch()
    }

    /// The stream may have pods.
    mutating func openTruex() {
        guard !truex.isActive else { return }
        truex.isActive = true
        tellTruex(.opened(at: streamFrame(at: heard) ?? FrameTime(configuration.start)))
    }

    /// Ends what is shown, and forgets the pods: they are another stream's, if there will be any.
    mutating func closeTruex() {
        guard truex.isActive else { return }
        tellTruex(.opened(at: .zero))
        truex.isActive = false
        truex.told.place = nil
        truex.told.reach = nil
        truex.ping = nil
        transport.hold = nil
        ledger.change { $0.rest = nil }
    }

    /// Looks what time and place mean for true[X].
    mutating func attendToTruex() {
        guard truex.isActive else { return }
        // What is done now that it is time depends on where the stream is, and what came of it.
        tellPauses()
        tellReach()
        tellSpots()
        tellPlace()
        wakeTruex()
        attendToVoiceOver()
        prepareLanding()
        fetchReturn()
    }

    private mutating func tellPlace() {
        guard let place = truexPlace, place != truex.told.place else { return }
        truex.told.place = place
        tellTruex(.heard(place))
        // What stopped for an answer goes on if there was nothing to say.
        if plan.rest?.streamFrame == place, transport.hold == nil { wantSwitch() }
        ping(at: place)
    }

    /// Has a server told where the listener of its live stream is, if that is due.
    private mutating func ping(at place: FrameTime) {
        guard transport.current?.isLive == true, let news = truex.ping?.take(at: place) else {
            return
        }
        effects.append(.truex(.ping(place, news)))
    }

    /// Where in the stream that is.
    private var nextPing: FrameTime {
        guard transport.current?.isLive == true else { return .distantFuture }
        return truex.ping?.place ?? .distantFuture
    }

    /// The output frame before which everything has to be heard for true[X] to be due.
    var nextTruexMark: FrameTime {
        guard truex.isActive else { return .distantFuture }
        var mark = time == nil ? truex.nextWake : .distantFuture
        if let end = voiceOverEnd, end > heard { mark = min(mark, end) }
        if let count = framesToReturn { mark = min(mark, heard + count) }
        if transport.hold == nil, let voice = transport.current?.voice {
            if let rest = plan.rest, rest.voice == voice, rest.start > heard {
                mark = min(mark, rest.start)
            }
            if let position = plan.timeline.position(of: voice, at: heard) {
                for next in [truex.coordinator.nextMark, nextPing]
                where next > position && next != .distantFuture {
                    mark = min(mark, heard + (next - position))
                }
            }
        }
        return max(mark, heard + 1)
    }

    /// Tells the coordinator `event`, and does what it says; what comes of that is told after it.
    mutating func tellTruex(_ event: TruexCoordinator.Event) {
        guard truex.inbox == nil else { return truex.inbox!.append(event) }
        truex.inbox = [event]
        while let next = truex.inbox?.popFirst() {
            for effect in truex.coordinator.receive(next, at: clock) { carryOut(effect) }
        }
        truex.inbox = nil
    }

    /// Says what a listener does with the unit, who was asked to do something.
    mutating func takeMessage(_ message: TruexMessage) {
        guard truex.shown != nil || message == .leave else {
            return refuse("no choice card is shown, and no interactive advertisement")
        }
        tellTruex(.message(message))
    }

    /// Says who looks at pages; a viewer that is written down needs none.
    mutating func takeAudience(_ audience: TruexAudience) {
        let isNeeded = configuration.viewer == nil || audience != .nobody
        tellTruex(.audienceChanged(isNeeded ? audience : .unknown))
    }

    /// Tells the coordinator why a card or a unit stands still, whenever that has changed.
    private mutating func tellPauses() {
        let reasons = transport.standingReasons
        for (reason, isPaused) in [
            (TruexPause.output, reasons.contains(.device)),
            (.listener, reasons.contains(.listener)),
        ] where truex.told.pauses.contains(reason) != isPaused {
            if isPaused {
                truex.told.pauses.insert(reason)
            } else {
                truex.told.pauses.remove(reason)
            }
            tellTruex(isPaused ? .pause(reason) : .resume(reason))
        }
    }

    /// Has everybody told of the time who asked for that, and the viewer do what he does by now.
    private mutating func wakeTruex() {
        // What is due by now may want to be told again at once, but not for ever.
        for _ in 0..<64 where truex.nextWake <= clock {
            if let due = truex.wake, due <= clock {
                truex.wake = nil
                tellTruex(.wake)
            }
            for (token, renderer) in truex.renderers.sorted(by: {
                $0.key.rawValue < $1.key.rawValue
            }) {
                guard let due = renderer.wake, due <= clock else { continue }
                truex.renderers[token]?.wake = nil
                tellRenderer(token, .wake)
            }
            if let act = truex.nextAct, act.time <= clock {
                truex.viewer.plan = Array(truex.viewer.plan.dropFirst())
                tellTruex(.message(act.message))
            }
        }
    }

    private mutating func tellSpots() {
        let spots: TruexCoordinator.Spots =
            breaks.manager.hasSpotsLaidOut(in: breakContext) ? .playing : .idle
        guard spots != truex.told.spots else { return }
        truex.told.spots = spots
        tellTruex(.spotsChanged(spots))
    }

    private mutating func tellReach() {
        guard let reach, reach != truex.told.reach else { return }
        truex.told.reach = reach
        tellTruex(.reachChanged(reach))
    }

    /// What can be gone to: of a live stream what is kept, else all.
    private var reach: FrameRange? {
        guard let current = transport.current, let facts = current.source.facts else { return nil }
        switch facts.kind {
        case .live:
            guard let edge = transport.live.frame else { return nil }
            return FrameRange(max(.zero, edge - keptWindow.frameCount), edge)
        case .file: return FrameRange(.zero, .distantFuture)
        // It can only be heard in order.
        case .pipe: return FrameRange(current.position, .distantFuture)
        }
    }

    /// Up to which stream frame everything was heard; `nil` while nothing of the stream is on its
    /// way to the listener, or he is on his way elsewhere.
    private var truexPlace: FrameTime? {
        guard transport.hold == nil, transport.incoming == nil, let voice = transport.current?.voice
        else { return nil }
        if let rest = plan.rest, rest.voice == voice, rest.start <= heard {
            return rest.streamFrame
        }
        return plan.timeline.clip(of: voice, at: heard - 1)?.sourceFrame(at: heard)
    }

    /// Has what would come if the unit ended now decoded, so that it is there when it does.
    private mutating func prepareLanding() {
        guard transport.hold?.phase == .standing, let token = truex.started else { return }
        var coordinator = truex.coordinator
        let effects = coordinator.receive(
            .renderer(token, .adCompleted(timeSpent: 0)), at: clock)
        for case .land(let landing) in effects { prepareReturn(to: landing.target) }
    }
}

extension SessionMachine {
    /// What is to be drawn of true[X] at that time of the session.
    func truexView(at now: FrameTime) -> TruexView {
        guard let shown = truex.shown else { return .nothing }
        return shown.view.after(frames: max(0, now - shown.shownAt))
    }
}
