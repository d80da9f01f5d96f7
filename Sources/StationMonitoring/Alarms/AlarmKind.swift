/// What can be wrong with a station.
package enum AlarmKind: String, Hashable, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    /// The stream plays, and nothing is heard of it.
    case silence
    /// The stream has no marker.
    case noCue
    /// A marked break began late, or has not begun.
    case breakLate
    /// A marked break of unknown length has no end.
    case breakWithoutEnd
    /// An ad server was not told of what was heard.
    case beaconLost
    /// The stream is much louder or quieter than before.
    case loudnessJump
    /// The stream does not play.
    case down
    /// The station's clock is slower or faster than that of this machine.
    case drift
}
