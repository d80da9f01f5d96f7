import Advertising

extension AdPlayManager {
    /// What is settled before a session begins.
    package struct Configuration: Hashable, Sendable, Codable {
        /// What the stream does in a break.
        package var policy: BreakPolicy

        package var playback: AdvertisementPlayback

        /// How loud spots are made.
        package var loudness: LoudnessProfile

        package var deadlines = SpotDeadlines()

        /// What is heard before and after the ads of each break.
        package var bumpers = BreakBumpers()

        /// What is heard, over and over, in the rest of a marked break that its ads do not fill; `nil`
        /// for the programme.
        package var slate: Advertisement?

        /// How many frames an ad and the next one of its break are heard together at most.
        package var crossfadeFrameCount = 0

        /// How many spots may be loaded beyond the one whose turn it is.
        package var preloadCount = 2

        package init(
            policy: BreakPolicy = .mute, playback: AdvertisementPlayback = .automatic,
            loudness: LoudnessProfile = .off
        ) {
            self.policy = policy
            self.playback = playback
            self.loudness = loudness
        }
    }
}
