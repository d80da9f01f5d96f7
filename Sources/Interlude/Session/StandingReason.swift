import AdPlayback

/// Why the programme stands still. It goes on when no reason is left.
enum StandingReason: Hashable, Sendable {
    /// The listener has paused.
    case listener
    /// The listener goes on elsewhere in the stream, and that place is not decoded yet.
    case onTheWay
    /// An interactive break stands in its place.
    case truex
    /// The device is gone, or the sound server has something else to be heard. Output time stands
    /// still as well, so what is planned stays as it is.
    case device
    /// The advertisements that come before the stream are not there yet.
    case waitingForAds
    /// Nothing of it is decoded yet, or it ran dry.
    case starved
}

extension Transport {
    /// Whether a pause was asked for, also while the stream is connected anew.
    var isPaused: Bool { lifecycle.isPaused }

    /// Where the session stands (rule M9). What the output holds back is paused.
    var state: SessionState {
        let wouldBeHeard = lifecycle.state == .playing || lifecycle.state == .buffering
        return output.isHeld && wouldBeHeard ? .paused : lifecycle.state
    }

    /// Everything that keeps the programme from going on. Each reason follows from what is kept in
    /// one place.
    var standingReasons: Set<StandingReason> {
        var reasons: Set<StandingReason> = []
        if isPaused { reasons.insert(.listener) }
        if incoming?.isAwaited == true { reasons.insert(.onTheWay) }
        if hold != nil { reasons.insert(.truex) }
        if output != .running { reasons.insert(.device) }
        if case .until = firstSpotWait { reasons.insert(.waitingForAds) }
        if current?.readiness != .ready { reasons.insert(.starved) }
        return reasons
    }
}
