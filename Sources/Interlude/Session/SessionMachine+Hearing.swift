import AdPlayback
import MediaTime

/// What happens because something was heard, or because it is time.
extension SessionMachine {
    /// Takes note that everything before output frame `frame` was heard.
    ///
    /// Goes from mark to mark, so that it makes no difference how often a sink reports.
    mutating func advance(to frame: FrameTime, liveEdge: FrameTime?) {
        if let liveEdge { transport.noteLiveEdge(liveEdge, at: frame, in: view, &outbox) }
        transport.catchUpAfterLoss(in: view, &outbox)
        // No mark is left at `.distantFuture`, which a recording may name as heard.
        while case let mark = nextMark, mark <= frame, mark < .distantFuture,
            transport.ending != .over
        {
            hear(upTo: mark)
            while let entry = popDueMarker() {
                transport.say(entry, in: view, &heardLog, &outbox)
                route()
            }
            attendToPlace()
            attendToTruex()
            runScript(through: heard)
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
        if ledger.hear(upTo: frame) { tell(.heard(heard)) }
    }

    /// Takes the next marker that is due out of all plans.
    private mutating func popDueMarker() -> HeardMarkers.Entry? {
        var due: HeardMarkers.Entry?
        let heard = heard
        ledger.change { due = $0.markers.popDue(heard: heard) }
        return due
    }

    /// Says and does what belongs to the place that the listener has come to.
    private mutating func attendToPlace() {
        transport.sayDiscontinuities(in: view, &outbox)
        breaks.deliverDelayed(
            to: transport.streamFrame(at: heard, in: view), liveEdge: transport.live.frame,
            heard: heard, &outbox)
        if transport.endFirstSpotWait(at: heard) { outbox.wantSwitch() }
        route()
    }

    /// Takes note of what time it is.
    mutating func takeTime(_ now: FrameTime, liveEdge: FrameTime?) {
        // What was due on the way happens at its own time, in that order, however late it is told.
        for _ in 0..<64 {
            let due = truex.nextWake
            guard truex.isActive, due > truex.clock(at: heard), due < now else { break }
            truex.advanceTime(to: due)
            truex.fireDue(in: view, &outbox)
            route()
        }
        truex.advanceTime(to: max(now, truex.clock(at: heard)))
        if let liveEdge { transport.noteLiveEdge(liveEdge, at: heard, in: view, &outbox) }
    }

    /// Looks what time and place mean for true[X].
    mutating func attendToTruex() {
        route()
        guard truex.isActive else { return }
        // What is done now that it is time depends on where the stream is, and what came of it.
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

    /// Has what would come if the unit ended now decoded, so that it is there when it does.
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
        // What stopped for an answer goes on if there was nothing to say.
        if plan.rest?.streamFrame == place, transport.hold == nil { outbox.wantSwitch() }
        if transport.current?.isLive == true { truex.askForPods(at: place, &outbox) }
        route()
    }
}
