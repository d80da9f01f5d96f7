/// Pseudorandom bytes, always the same for a seed (SplitMix64).
package struct Noise: Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// The next `count` bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return UInt8(truncatingIfNeeded: word ^ (word >> 31))
        }
    }
}
