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
