import MediaTime

/// Giving the server what it has to be given.
extension PulsePlayer {
    mutating func fill(_ finishing: PulseFinish?) {
        switch hold?.stage {
        case .fading: return fillHeld(until: hold?.end ?? reader.rendered)
        case .corked, .asking: return
        case .waking, nil: break
        }
        if let fade, reader.heard >= fade.end { self.fade = nil }
        if isWaitingForPlan, let drained = timeOfDraining(), drained <= .now {
            reader.giveUpHold()
        }
        if finishing == nil {
            usefulEnd = endOfUse()
            link?.fill(from: reader, upTo: min(reader.limit, usefulEnd), fade: fade)
        }
        // The server plays the last frames only when enough follows them (B12), and without
        // an end of what it plays it goes on saying how much of them was heard.
        if finishing != nil || reader.rendered >= reader.mix.outputEnd {
            link?.fillWithSilence(from: reader.rendered)
        }
    }

    /// Frames by which more is rendered than has to be, where samples are missing.
    private static let piece = FrameTime.rate / 100

    /// Up to where it is of use to render: as far as there are samples, and where there are none as
    /// far as has to be queued. What is late may still come before it is missed.
    private mutating func endOfUse() -> FrameTime {
        // Before the server has said how far it is, as good as nothing more was heard.
        let heard = link?.clock?.heard(at: .now) ?? reader.heard
        return max(reader.suppliedEnd, heard + settings.leastQueued.frameCount + Self.piece)
    }

    private var isWaitingForPlan: Bool { reader.hold.map { reader.rendered >= $0 } ?? false }

    /// When too little will be queued to go on waiting, for a plan or for samples; `nil` if neither
    /// is waited for.
    mutating func timeOfDraining() -> MonotonicTime? {
        guard let clock = link?.clock, hold == nil,
            isWaitingForPlan || reader.rendered >= usefulEnd
        else { return nil }
        return clock.time(ofHearing: reader.rendered - settings.leastQueued.frameCount)
    }
}
