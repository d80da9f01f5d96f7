import AdPlayback

/// The breaks of a session: the manager that plays their spots, and what waits for a listener who is
/// behind live.
struct BreakEngine: Hashable, Sendable {
    var manager: AdPlayManager

    /// What happened at the live edge and the listener has not come to.
    var delayed: DelayedEventQueue

    /// Frames in a turn of the mute music, once it is loaded.
    var muteMusicFrameCount: Int?

    init(_ configuration: SessionConfiguration) {
        manager = AdPlayManager(
            configuration: AdPlayManager.Configuration(
                policy: configuration.breakPolicy, playback: configuration.adPlayback,
                loudness: configuration.loudness))
        delayed = DelayedEventQueue(maxDelay: configuration.maxDelay)
    }

    /// How many spots and mutes wait, for their turn or for a listener who is behind live.
    var waitingCount: Int { manager.waitingCount + delayed.count }
}
