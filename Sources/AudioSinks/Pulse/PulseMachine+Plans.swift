import MediaTime

/// A change of plan that waits for the server's timing reply.
struct PendingSwitch: Hashable {
    /// The time in which the change reaches the server. 1 ms.
    static let wayFrameCount = FrameTime.rate / 1000

    /// When it was requested; older timing replies do not count.
    var since: MonotonicTime
    /// Whether it replaces a plan that was refused.
    var followsRefusal = false
    /// Whether the session has requested it.
    var isRequested = false
}

/// Adopts plans.
extension PulseMachine {
    /// Adopts or refuses the published plan, and answers a request to switch.
    mutating func settlePlans() {
        if let cork, cork.keepsSilent {
            // The next frame plays only after the silence.
            if renderer.rendered >= cork.end { settlePlansWithoutServer() }
            return
        }
        switch renderer.adoptNewest(replacingFrom: firstReplaceable) {
        case .none: break
        case .adopted: switchMargin.notePlanInTime()
        case .refused:
            switchMargin.noteLatePlan()
            noteRefusal()
        }
        guard let pendingSwitch, isDue(pendingSwitch) else { return }
        let margin = PendingSwitch.wayFrameCount + switchMargin.frameCount
        guard let link, isRecent(link.clock?.time, for: pendingSwitch),
            let frame = link.firstReplaceable(after: margin, at: now)
        else { return ask() }
        answer(pendingSwitch, with: frame)
    }

    /// Whether the server's position at `time` is recent enough to answer `pendingSwitch`: from
    /// after the request. The first sound does not wait for it. Only silence was played until then,
    /// and the clock cannot have drifted since the last sign of life.
    private func isRecent(_ time: MonotonicTime?, for pendingSwitch: PendingSwitch) -> Bool {
        guard let time else { return false }
        return time >= pendingSwitch.since || renderer.soundEnd == .zero
    }

    /// The same while nothing plays: audio can be changed from the next frame on.
    mutating func settlePlansWithoutServer() {
        if renderer.adoptNewest(replacingFrom: renderer.rendered) == .refused { noteRefusal() }
        if let pendingSwitch, isDue(pendingSwitch) {
            answer(pendingSwitch, with: renderer.rendered)
        }
    }

    private mutating func noteRefusal() {
        pendingSwitch = pendingSwitch ?? PendingSwitch(since: now)
        pendingSwitch?.followsRefusal = true
    }

    /// Whether it can be answered: a request waits until a refused plan was replaced.
    private func isDue(_ pendingSwitch: PendingSwitch) -> Bool {
        pendingSwitch.followsRefusal || !renderer.awaitsAnotherPlan
    }

    private mutating func answer(_ answered: PendingSwitch, with frame: FrameTime) {
        if answered.followsRefusal {
            pendingSwitch =
                answered.isRequested ? PendingSwitch(since: now, isRequested: true) : nil
            renderer.setBarrier(at: frame, answering: .refused(frame))
        } else {
            pendingSwitch = nil
            renderer.setBarrier(at: frame, answering: .switchable(frame))
        }
    }

    /// The first frame whose audio can still be changed by writing it again now.
    var firstReplaceable: FrameTime {
        let frame = link?.firstReplaceable(after: PendingSwitch.wayFrameCount, at: now)
        return min(frame ?? renderer.rendered, renderer.rendered)
    }
}
