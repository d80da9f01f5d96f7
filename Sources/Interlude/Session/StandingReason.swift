import AdPlayback

/// A reason for which the programme stands still. It continues when no reason is left.
enum StandingReason: Hashable, Sendable {
    /// The listener has paused.
    case listener
    /// The stream continues at another place, which is not decoded yet.
    case onTheWay
    /// An interactive break holds the stream.
    case truex
    /// The device was lost, or the sound server has requested silence. Output time stands still as
    /// well, so the plan stays valid.
    case device
    /// The spots that precede the stream are not ready yet.
    case waitingForAds
    /// The stream has no decoded audio yet, or ran dry.
    case starved
}

extension Transport {
    /// Whether a pause was requested, even if the stream is reconnecting.
    var isPaused: Bool { lifecycle.isPaused }

    /// The state of the session (rule M9). While the output is held, it is paused.
    var state: SessionState {
        let wouldBeHeard = lifecycle.state == .playing || lifecycle.state == .buffering
        return output.state.isHeld && wouldBeHeard ? .paused : lifecycle.state
    }

    /// All reasons for which the programme stands still. Each is derived from a fact that one value
    /// keeps.
    var standingReasons: Set<StandingReason> {
        var reasons: Set<StandingReason> = []
        if isPaused { reasons.insert(.listener) }
        if incoming?.isAwaited == true { reasons.insert(.onTheWay) }
        if hold != nil { reasons.insert(.truex) }
        if output.state != .running { reasons.insert(.device) }
        if case .until = firstStream.spotWait { reasons.insert(.waitingForAds) }
        if current?.readiness != .ready { reasons.insert(.starved) }
        return reasons
    }
}
