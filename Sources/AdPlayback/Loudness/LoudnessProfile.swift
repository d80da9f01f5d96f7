/// How loud spots are made.
///
/// A spot gets one gain for all of it. In every profile but ``off`` no true peak
/// within a break is above −1 dBTP.
public enum LoudnessProfile: Hashable, Sendable, Codable {
    /// As loud as what was heard of the programme before; where that is not enough to tell, as
    /// loud as by ``tech1008``.
    case match
    /// −18 LUFS, for streams (AES TD1008).
    case tech1008
    /// −23 LUFS, for broadcast (EBU R 128).
    case r128
    /// As loud as it says, in LUFS.
    case fixed(Double)
    /// As loud as they were made: their samples are not touched.
    case off
}

extension LoudnessProfile {
    /// What may be taken from a spot's loudness and added to it, in decibels.
    private static let range = -15.0...9.0

    /// The loudness in LUFS that spots come out with, in a programme of the loudness `programme`;
    /// `nil` for what they were made with.
    func target(in programme: Double?) -> Double? {
        switch self {
        case .match: programme ?? -18
        case .tech1008: -18
        case .r128: -23
        case .fixed(let loudness): loudness
        case .off: nil
        }
    }

    /// The gain in decibels for a spot as loud as `spot` in a programme of the loudness
    /// `programme`; none where nothing is known of the spot.
    package func gain(for spot: SpotLoudness?, in programme: Double?) -> Double {
        guard let spot, let target = target(in: programme) else { return 0 }
        let wanted = target - spot.integrated
        return min(max(wanted, Self.range.lowerBound), Self.range.upperBound)
    }
}

/// How loud a spot was made.
package struct SpotLoudness: Hashable, Sendable, Codable {
    /// The integrated loudness in LUFS (BS.1770-4).
    package var integrated: Double

    /// The greatest true peak in dBTP.
    package var truePeak: Double

    package init(integrated: Double, truePeak: Double) {
        self.integrated = integrated
        self.truePeak = truePeak
    }
}
