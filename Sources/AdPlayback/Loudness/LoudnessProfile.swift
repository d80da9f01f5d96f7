/// The loudness of spots.
///
/// A spot has one constant gain. In every profile except ``off``, no true peak within a break
/// exceeds −1 dBTP.
public enum LoudnessProfile: Hashable, Sendable, Codable {
    /// The loudness of the programme heard before; ``tech1008`` if too little of it was measured.
    case match
    /// −18 LUFS, for streams (AES TD1008).
    case tech1008
    /// −23 LUFS, for broadcast (EBU R 128).
    case r128
    /// A loudness in LUFS.
    case fixed(Double)
    /// The loudness of the file. The samples are not changed.
    case off
}

extension LoudnessProfile {
    /// The limits of the gain in decibels.
    private static let range = -15.0...9.0

    /// The target loudness in LUFS for a programme loudness in LUFS; `nil` for no change.
    func target(in programme: Double?) -> Double? {
        switch self {
        case .match: programme ?? -18
        case .tech1008: -18
        case .r128: -23
        case .fixed(let loudness): loudness
        case .off: nil
        }
    }

    /// The gain in decibels that brings `spot` to its target in a programme of loudness `programme`
    /// (LUFS); 0 if the spot's loudness is unknown.
    package func gain(for spot: SpotLoudness?, in programme: Double?) -> Double {
        guard let spot, let target = target(in: programme) else { return 0 }
        let wanted = target - spot.integrated
        return min(max(wanted, Self.range.lowerBound), Self.range.upperBound)
    }
}

/// The measured loudness of a spot's file.
package struct SpotLoudness: Hashable, Sendable, Codable {
    /// Integrated loudness in LUFS (BS.1770-4).
    package var integrated: Double

    /// Maximum true peak in dBTP.
    package var truePeak: Double

    package init(integrated: Double, truePeak: Double) {
        self.integrated = integrated
        self.truePeak = truePeak
    }
}
