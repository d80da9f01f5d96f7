import Foundation

/// How loud a whole spot is.
package struct MeasuredLoudness: Hashable, Sendable {
    /// The integrated loudness in LUFS (BS.1770-4).
    package let integrated: Double

    /// The greatest true peak in dBTP.
    package let truePeak: Double

    /// What `state` has measured; `nil` of silence, of what is shorter than a block of 400 ms, and
    /// of what is louder than a number can say.
    ///
    /// To the hundredth: more is noise, and would only make records longer.
    init?(_ state: borrowing LoudnessState) {
        guard state.integrated.isFinite, state.truePeak.isFinite else { return nil }
        integrated = state.integrated.roundedToHundredths
        truePeak = (20 * log10(state.truePeak)).roundedToHundredths
    }
}

extension Double {
    var roundedToHundredths: Double { (self * 100).rounded() / 100 }
}
