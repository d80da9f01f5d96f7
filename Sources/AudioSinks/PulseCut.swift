import MediaTime

/// A change of sound that waits for the server to say how far it has read.
struct PulseCut {
    /// The least that a change comes later than the first frame that can still be replaced: the
    /// time in which the session decides what is to be heard. 1 ms.
    static let leastMargin = FrameTime.rate / 1000
    /// The time in which what was decided gets to the server. 0.5 ms.
    static let wayFrameCount = FrameTime.rate / 2000
    /// The most, where the session was too late again and again. 20 ms.
    static let mostMargin = FrameTime.rate / 50

    /// When it was asked for: what is known from before does not say where it can be.
    var since: MonotonicTime
    /// Whether a plan was refused, for which there has to be another one.
    var followsRefusal = false
    /// Whether the session has asked for it.
    var isRequested = false
}

// MARK: - Taking plans over

extension PulsePlayer {
    /// Takes over what was published, and says where sound can be changed if somebody wants to
    /// know (A27).
    mutating func settlePlans() {
        switch reader.adoptNewest(replacingFrom: firstReplaceable()) {
        case .none: break
        case .adopted: cutMargin = max(cutMargin * 15 / 16, PulseCut.leastMargin)
        case .refused:
            cutMargin = min(cutMargin * 2, PulseCut.mostMargin)
            cut = cut ?? PulseCut(since: .now)
            cut?.followsRefusal = true
        }
        if isSwitchRequested {
            cut = cut ?? PulseCut(since: .now)
            cut?.isRequested = true
        }
        guard let cut else { return }
        guard let clock = link?.clock, clock.time >= cut.since else {
            link?.ask()
            return
        }
        answer(
            cut, with: clock.firstReplaceable(at: .now) + PulseCut.wayFrameCount + cutMargin)
    }

    /// The same while nothing plays: sound can be changed from the next frame on.
    mutating func settlePlansWithoutServer() {
        switch reader.adoptNewest(replacingFrom: reader.rendered) {
        case .none, .adopted: break
        case .refused:
            cut = cut ?? PulseCut(since: .now)
            cut?.followsRefusal = true
        }
        if isSwitchRequested {
            cut = cut ?? PulseCut(since: .now)
            cut?.isRequested = true
        }
        if let cut { answer(cut, with: reader.rendered) }
    }

    private mutating func answer(_ cut: PulseCut, with frame: FrameTime) {
        self.cut = nil
        if cut.followsRefusal { reader.hold(at: frame, .refused(frame)) }
        if cut.isRequested { reader.hold(at: frame, .switchable(frame)) }
    }

    private var isSwitchRequested: Bool {
        requests.isSwitchRequested.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// The first frame whose sound can still be changed by writing it again now.
    private mutating func firstReplaceable() -> FrameTime {
        guard let clock = link?.clock else { return reader.rendered }
        return min(
            clock.firstReplaceable(at: .now) + PulseCut.wayFrameCount, reader.rendered)
    }
}
