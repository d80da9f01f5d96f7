import AdCues
import AdPlayback
import MediaTime

/// Handles what was heard, and the passage of time.
extension SessionMachine {
    /// Records that everything before output frame `frame` was heard.
    ///
    /// Proceeds from mark to mark, so the result does not depend on how often the sink reports.
    mutating func advance(to frame: FrameTime, liveEdge: FrameTime?) {
        if let liveEdge { transport.noteLiveEdge(liveEdge, at: frame, in: view, &outbox) }
        transport.catchUpAfterLoss(in: view, &outbox)
        // `.distantFuture` means that there is no mark; a recording may name that frame as heard.
        while case let mark = nextMark, mark <= frame, mark < .distantFuture,
            transport.ending != .over
        {
            hear(upTo: mark)
            while let entry = popDueMarker() {
                transport.say(entry, in: view, &heardLog, &outbox)
                route()
            }
            attendToPlace()
            if configuration.catchUp != nil {
                transport.catchUpAfterRebuffering(in: view, &outbox)
            }
            attendToTruex()
            runScript(through: heard)
            if !holdsEnd { transport.returnIfNothingIsLeft(in: view, &outbox) }
            route()
            finishIfHeard()
        }
        guard transport.ending != .over else { return }
        hear(upTo: frame)
        attendToPlace()
        transport.catchUpAfterRebuffering(in: view, &outbox)
        attendToTruex()
    }

    private mutating func hear(upTo frame: FrameTime) {
        route()
        let start = heard
        guard ledger.hear(upTo: frame) else { return }
        followStitchedAds(from: start)
        tell(.heard(heard))
    }

    /// Removes the next due marker from all plans, and returns it.
    private mutating func popDueMarker() -> HeardMarkers.Entry? {
        var due: HeardMarkers.Entry?
        let heard = heard
        ledger.change { due = $0.markers.popDue(heard: heard) }
        return due
    }

    /// Reports and delivers what is due at the listener's place in the stream.
    private mutating func attendToPlace() {
        transport.sayDiscontinuities(in: view, &outbox)
        transport.sayTitle(in: view, &outbox)
        transport.sayTags(in: view, &outbox)
        breaks.deliverDelayed(
            to: transport.streamFrame(at: heard, in: view), liveEdge: transport.live.frame,
            heard: heard, &outbox)
        takeCues()
        if transport.endFirstSpotWait(at: heard) { outbox.wantSwitch() }
        route()
    }

    /// Finds the breaks in the stream's new cues, and hands over those that begin soon.
    mutating func takeCues() {
        guard transport.ending != .over, let listener else { return }
        marked.noteEnd(transport.streamEnd, &outbox)
        marked.placed.streamEnd = streamEnd
        marked.placed.reachedEnd = transport.streamEnd.reached
        marked.receive(transport.takeCues(), at: listener, &outbox)
        if let generation = transport.current?.generation,
            let range = marked.silence?.takeRange(to: listener.place)
        {
            outbox.send(.readLoudness(generation: generation, range))
        }
        if transport.lifecycle.stream == configuration.source,
            transport.current?.isLive == true,
            let request = marked.polls?.takeRequest(at: listener.place)
        {
            outbox.send(request)
        }
    }

    /// Finds the breaks in what is new in the now-playing feed.
    mutating func takeNowPlaying(_ cues: [Cue], of stream: Int, failure: String?) {
        guard marked.polls?.takeAnswer(of: stream) == true else { return }
        if marked.polls?.noteOutcome(hasFailed: failure != nil) == true, let failure {
            outbox.warn("the now-playing feed is not read: \(failure)", at: heard)
        }
        guard let listener else { return }
        marked.receive(cues, at: listener, &outbox)
    }

    /// Finds the silences in the loudness of the programme that mark breaks.
    mutating func takeLoudness(_ energies: [Double], from frame: FrameTime, of generation: Int) {
        guard let listener, generation == transport.current?.generation,
            let cues = marked.silence?.receive(energies, from: frame), !cues.isEmpty
        else { return }
        marked.receive(cues, at: listener, &outbox)
    }

    /// Advances the session's time to `now`.
    mutating func takeTime(_ now: FrameTime, liveEdge: FrameTime?) {
        transport.passOutage(at: now, in: view, &outbox)
        // Actions that became due before `now` happen at their own times, however late the event
        // arrives. The limit bounds the work of one event.
        for _ in 0..<64 {
            let due = truex.nextWake
            guard truex.isActive, due > truex.clock(at: heard), due < now else { break }
            truex.advanceTime(to: due)
            truex.fireDue(in: view, &outbox)
            route()
        }
        if truex.isActive { truex.advanceTime(to: max(now, truex.clock(at: heard))) }
        if let liveEdge { transport.noteLiveEdge(liveEdge, at: heard, in: view, &outbox) }
    }

    /// Tells true[X] the present time and place, and carries out what is due.
    mutating func attendToTruex() {
        route()
        guard truex.isActive else { return }
        pauseStitchedAds()
        // What is due depends on the stream's state, which each of these steps may change.
        truex.tellPauses(transport.standingReasons, in: view, &outbox)
        route()
        truex.tellReach(transport.reach(in: view), in: view, &outbox)
        route()
        let isSpotHeard = breaks.manager.hasSpotsLaidOut(in: breakContext)
        truex.tellSpots(isSpotHeard ? .playing : .idle, in: view, &outbox)
        route()
        tellPlace()
        truex.fireDue(in: view, &outbox)
        route()
        truex.attendToVoiceOver(in: view, &outbox)
        prepareLanding()
        transport.fetchReturn(in: view, &outbox)
        route()
    }

    /// Requests the place where the stream would resume if the unit ended now, so that it is
    /// decoded in advance.
    private mutating func prepareLanding() {
        guard transport.hold?.phase == .standing, var landing = truex.landing(at: heard) else {
            return
        }
        if landing.route == .oldest, transport.promiseOldest(in: view) {
            truex.tellReach(transport.reach(in: view), in: view, &outbox)
            route()
            landing = truex.landing(at: heard) ?? landing
        }
        transport.prepareReturn(to: landing.target)
    }

    private mutating func tellPlace() {
        guard let place = transport.place(in: view),
            truex.tellPlace(place, in: view, &outbox)
        else { return }
        route()
        // The stream stops by itself at the coordinator's next turn. If that led to no hold, it
        // continues.
        if plan.rest?.streamFrame == place, transport.hold == nil { outbox.wantSwitch() }
        if transport.current?.isLive == true { truex.askForPods(at: place, &outbox) }
        route()
    }
}
