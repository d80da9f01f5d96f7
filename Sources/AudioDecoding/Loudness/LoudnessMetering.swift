/// What of a stream's loudness is measured as it is decoded.
package enum LoudnessMetering: Hashable, Sendable {
    /// Each block, for about a thousandth of a processor core in real time.
    case blocks
    case none
}
