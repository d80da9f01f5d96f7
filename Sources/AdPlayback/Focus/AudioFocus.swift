/// What the gains of all sources follow from, beside where the advertisements are laid out.
///
/// What is written down is what the listener set, and a break changes none of it: so nothing has
/// to be remembered, or restored, when the break ends.
package struct AudioFocus: Hashable, Sendable, Codable {
    /// The listener's volume, as a factor; also that of advertisements and of the mute music.
    package var userVolume: Float

    /// Whether the streamer has muted himself; music is heard meanwhile.
    package var streamer: Streamer = .audible

    package enum Streamer: String, Hashable, Sendable, Codable {
        case audible
        case muted
    }

    /// What the stream is heard at under a ``BreakPolicy/duck``: −14 dB, as a factor.
    package static let duck: Float = 0.199_526_23

    package init(userVolume: Float = 1) {
        self.userVolume = userVolume
    }
}
