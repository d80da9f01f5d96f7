extension AdPlayManager {
    /// What is settled before a session begins.
    package struct Configuration: Hashable, Sendable, Codable {
        /// What the stream does in a break.
        package var policy: BreakPolicy

        package var playback: Playback

        package var deadlines = SpotDeadlines()

        /// How many spots may be loaded beyond the one whose turn it is.
        package var preloadCount = 2

        package init(policy: BreakPolicy = .mute, playback: Playback = .automatic) {
            self.policy = policy
            self.playback = playback
        }
    }

    /// Who plays advertisements.
    package enum Playback: String, Hashable, Sendable, Codable {
        /// The manager, as soon as they are loaded.
        case automatic
        /// The app, which takes them with ``Event/getAdvertisement``.
        case byApp
    }
}
