import Glibc

/// The loudness of a whole spot.
package struct MeasuredLoudness: Hashable, Sendable {
    /// The integrated loudness in LUFS (BS.1770-4).
    package let integrated: Double

    /// The greatest true peak in dBTP.
    package let truePeak: Double

    /// The result of `state`; `nil` for silence, for audio shorter than one block of 400 ms, and
    /// for loudness that is not finite.
    ///
    /// Rounded to hundredths: more digits are noise, and only make logs longer.
    init?(_ state: borrowing LoudnessState) {
        guard state.integrated.isFinite, state.truePeak.isFinite else { return nil }
        integrated = state.integrated.roundedToHundredths
        truePeak = (20 * log10(state.truePeak)).roundedToHundredths
    }
}

extension Double {
    var roundedToHundredths: Double { (self * 100).rounded() / 100 }
}
