import AdPlayback

/// How a stream is to be played (rule M5).
struct PlayPreferences: Hashable, Sendable {
    /// How much must be here before it begins.
    var bufferDuration: Duration

    /// How far the listener may fall behind live.
    var maxDelay: Duration

    /// Whether the session plays the advertisements, or the app does.
    var adPlayback: AdvertisementPlayback
}
