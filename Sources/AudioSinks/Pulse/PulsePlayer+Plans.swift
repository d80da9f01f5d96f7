import MediaTime

/// Taking plans over.
extension PulsePlayer {
    /// Takes over what was published, and says where sound can be changed if somebody wants to
    /// know (A27).
    mutating func settlePlans() {
        if let hold, hold.keepsSilent { return settlePlans(in: hold) }
        noteRequest()
        switch reader.adoptNewest(replacingFrom: firstReplaceable()) {
        case .none: break
        case .adopted:
            let usual = min(cutMargin, PulseCut.usualMostMargin)
            cutMargin = max(usual * 15 / 16, PulseCut.leastMargin)
        case .refused:
            giveMoreRoom()
            noteRefusal()
        }
        guard let cut, isDue(cut) else { return }
        guard let time = link?.clock?.time, time >= cut.since,
            let frame = link?.firstReplaceable(after: PulseCut.wayFrameCount + cutMargin)
        else {
            link?.ask()
            return
        }
        answer(cut, with: frame)
    }

    /// Makes the next change later than the one before, which came too late.
    mutating func giveMoreRoom() {
        cutMargin = min(cutMargin * 2, PulseCut.mostMargin)
    }

    /// The same while the server wants silence, after which the next frame is heard.
    private mutating func settlePlans(in hold: PulseHold) {
        if reader.rendered >= hold.end { settlePlansWithoutServer() }
    }

    /// The same while nothing plays: sound can be changed from the next frame on.
    mutating func settlePlansWithoutServer() {
        noteRequest()
        if reader.adoptNewest(replacingFrom: reader.rendered) == .refused { noteRefusal() }
        if let cut, isDue(cut) { answer(cut, with: reader.rendered) }
    }

    /// Before plans are looked at: what was published before a request is dealt with before it.
    private mutating func noteRequest() {
        guard requests.isSwitchRequested.exchange(false, ordering: .sequentiallyConsistent)
        else { return }
        cut = cut ?? PulseCut(since: .now)
        cut?.isRequested = true
    }

    private mutating func noteRefusal() {
        cut = cut ?? PulseCut(since: .now)
        cut?.followsRefusal = true
    }

    /// A request waits until the plan has come that takes the place of a refused one.
    private func isDue(_ cut: PulseCut) -> Bool {
        cut.followsRefusal || !reader.awaitsAnotherPlan
    }

    private mutating func answer(_ cut: PulseCut, with frame: FrameTime) {
        if cut.followsRefusal {
            self.cut = cut.isRequested ? PulseCut(since: .now, isRequested: true) : nil
            reader.hold(at: frame, .refused(frame))
        } else {
            self.cut = nil
            reader.hold(at: frame, .switchable(frame))
        }
    }

    /// The first frame whose sound can still be changed by writing it again now.
    mutating func firstReplaceable() -> FrameTime {
        let frame = link?.firstReplaceable(after: PulseCut.wayFrameCount)
        return min(frame ?? reader.rendered, reader.rendered)
    }
}
