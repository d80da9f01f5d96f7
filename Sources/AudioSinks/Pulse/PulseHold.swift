import MediaTime

/// Silence for which the stream is corked: the sound server has asked for it, so that something
/// else is heard (B37), or there is nothing to be heard, and the device may sleep (A29).
///
/// Output time stands still at ``end`` meanwhile.
struct PulseHold: Hashable {
    /// The first output frame that is heard only when it is over.
    let end: FrameTime
    var stage = Stage.fading
    /// Whether the session was told.
    var isTold = false

    enum Stage: Hashable {
        /// The sound fades out, and the stream is not corked yet.
        case fading
        case corked
        /// It is about to be over, and the server was asked where the stream stands.
        case asking(since: MonotonicTime)
        /// The stream was uncorked, and what it plays to may have to wake up first.
        case waking(since: MonotonicTime)
    }

    /// How long the sound takes to fade out, and in again.
    static let fadeFrameCount = FrameTime.rate / 100

    /// Whether nothing from ``end`` on is given to the server.
    var keepsSilent: Bool {
        switch stage {
        case .fading, .corked, .asking: true
        case .waking: false
        }
    }

    /// Whether the listener has heard the fade to its end.
    var isHeard: Bool { stage != .fading }
}
