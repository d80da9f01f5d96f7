/// Who may be heard: the one owner of all gains (contracts 1.4 and 5.1).
///
/// A pure function of a few flags. What is written down is what the listener set, so nothing has
/// to be remembered, or restored, when a break ends.
package struct AudioFocus: Hashable, Sendable, Codable {
    /// The listener's volume, as a factor.
    package var userVolume: Float

    /// Whether the streamer has muted himself; music is heard meanwhile.
    package var streamer: Streamer = .audible

    /// Whether the volume is also that of advertisements.
    package var spotVolume: SpotVolume = .asUser

    package enum Streamer: String, Hashable, Sendable, Codable {
        case audible
        case muted
    }

    /// How loud advertisements are.
    package enum SpotVolume: Hashable, Sendable, Codable {
        case asUser
        /// A factor that the listener's volume does not change.
        case fixed(Float)
    }

    /// A factor for each source.
    package struct Gains: Hashable, Sendable, Codable {
        package var stream: Float
        package var muteMusic: Float
        package var spot: Float

        package init(stream: Float, muteMusic: Float, spot: Float) {
            self.stream = stream
            self.muteMusic = muteMusic
            self.spot = spot
        }
    }

    /// What the stream is heard at under a ``BreakPolicy/duck``: −14 dB, as a factor.
    package static let duck: Float = 0.199_526_23

    package init(userVolume: Float = 1) {
        self.userVolume = userVolume
    }

    /// The gains while no advertisement is heard.
    package var outsideBreaks: Gains {
        switch streamer {
        case .audible: Gains(stream: userVolume, muteMusic: 0, spot: 0)
        case .muted: Gains(stream: 0, muteMusic: userVolume, spot: 0)
        }
    }

    /// The gains while an advertisement is heard.
    package func duringBreak(_ policy: BreakPolicy) -> Gains {
        let spot =
            switch spotVolume {
            case .asUser: userVolume
            case .fixed(let gain): gain
            }
        let stream: Float =
            switch (policy, streamer) {
            case (.duck, .audible): userVolume * Self.duck
            case (.duck, .muted), (.mute, _), (.hold, _): 0
            }
        return Gains(stream: stream, muteMusic: 0, spot: spot)
    }
}
