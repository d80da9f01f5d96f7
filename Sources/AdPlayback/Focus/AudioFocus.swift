/// What determines the gains of all sources, apart from the layout of the advertisements.
///
/// It has only the listener's and streamer's settings. A break changes none of them, so nothing
/// needs to be restored after it.
package struct AudioFocus: Hashable, Sendable, Codable {
    /// The listener's volume as a factor, for the stream, advertisements and mute music.
    package var userVolume: Float

    /// What the volume of advertisements is multiplied by as well.
    package var adVolume: Float = 1

    /// The volume of advertisements as a factor.
    package var heardAdVolume: Float { userVolume * adVolume }

    /// Whether the streamer is muted; music plays meanwhile.
    package var streamer: Streamer = .audible

    package enum Streamer: String, Hashable, Sendable, Codable {
        case audible
        case muted
    }

    /// The gain of the stream under ``BreakPolicy/duck`` as a factor: −14 dB.
    package static let duck: Float = 0.199_526_23

    package init(userVolume: Float = 1) {
        self.userVolume = userVolume
    }
}
