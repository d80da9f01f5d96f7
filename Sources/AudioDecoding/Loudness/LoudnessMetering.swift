/// Whether a stream's loudness is measured while it is decoded.
package enum LoudnessMetering: Hashable, Sendable {
    /// Each block, for about a thousandth of a processor core in real time.
    case blocks
    case none
}
