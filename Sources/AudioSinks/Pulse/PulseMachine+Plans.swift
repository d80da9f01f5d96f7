import MediaTime

/// A change of sound that waits for the server to say how far it has read.
struct PendingSwitch: Hashable {
    /// The least that a change comes later than the first frame that can still be replaced: the
    /// time in which the session decides what is to be heard. 1 ms.
    static let leastMargin = FrameTime.rate / 1000
    /// The time in which what was decided gets to the server. 1 ms.
    static let wayFrameCount = FrameTime.rate / 1000
    /// The most, where changes came too late now and then. 20 ms.
    static let usualMostMargin = FrameTime.rate / 50
    /// The most, where one comes too late again and again: on a busy machine it must be heard as
    /// well. 320 ms.
    static let mostMargin = 16 * usualMostMargin

    /// When it was asked for: what is known from before does not say where it can be.
    var since: MonotonicTime
    /// Whether a plan was refused, for which there has to be another one.
    var followsRefusal = false
    /// Whether the session has asked for it.
    var isRequested = false
}

/// Taking plans over.
extension PulseMachine {
    /// Takes over what was published, and says where sound can be changed if the session wants to
    /// know.
    mutating func settlePlans() {
        if let cork, cork.keepsSilent {
            // The next frame is heard only when the silence is over.
            if renderer.rendered >= cork.end { settlePlansWithoutServer() }
            return
        }
        switch renderer.adoptNewest(replacingFrom: firstReplaceable) {
        case .none: break
        case .adopted:
            let usual = min(switchMargin, PendingSwitch.usualMostMargin)
            switchMargin = max(usual * 15 / 16, PendingSwitch.leastMargin)
        case .refused:
            giveMoreRoom()
            noteRefusal()
        }
        guard let pendingSwitch, isDue(pendingSwitch) else { return }
        let margin = PendingSwitch.wayFrameCount + switchMargin
        guard let link, let time = link.clock?.time, time >= pendingSwitch.since,
            let frame = link.firstReplaceable(after: margin, at: now)
        else { return ask() }
        answer(pendingSwitch, with: frame)
    }

    /// Makes the next change later than the one before, which came too late.
    mutating func giveMoreRoom() {
        switchMargin = min(switchMargin * 2, PendingSwitch.mostMargin)
    }

    /// The same while nothing plays: sound can be changed from the next frame on.
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

    /// A request waits until the plan has come that takes the place of a refused one.
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

    /// The first frame whose sound can still be changed by writing it again now.
    var firstReplaceable: FrameTime {
        let frame = link?.firstReplaceable(after: PendingSwitch.wayFrameCount, at: now)
        return min(frame ?? renderer.rendered, renderer.rendered)
    }
}
