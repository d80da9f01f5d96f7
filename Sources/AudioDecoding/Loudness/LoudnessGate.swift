import Glibc

/// Computes the loudness of many blocks with the gates of BS.1770-4.
package enum LoudnessGate {
    /// Blocks below this loudness, in LUFS, count as silence.
    private static let absolute = -70.0
    /// Blocks below the others' loudness by more than this, in LU, do not count.
    private static let relative = -10.0

    /// How many blocks must pass the gates for a meaningful result: as many as 10 s contain.
    package static let fewestBlocks = 97

    /// The mean square of a loudness in LUFS.
    package static func energy(of loudness: Double) -> Double {
        pow(10, (loudness + 0.691) / 10)
    }

    /// The loudness in LUFS of a mean square.
    package static func loudness(of energy: Double) -> Double {
        10 * log10(energy) - 0.691
    }

    /// The gated loudness of `blocks`, which are mean squares, in LUFS, rounded to hundredths.
    ///
    /// `nil` if fewer than `fewest` pass the gates.
    package static func loudness(
        of blocks: [Double], fewest: Int = fewestBlocks
    ) -> Double? {
        let audible = blocks.filter { $0 >= energy(of: absolute) }
        guard audible.count >= max(fewest, 1) else { return nil }
        let threshold = mean(audible) * pow(10, relative / 10)
        let counted = audible.filter { $0 >= threshold }
        guard counted.count >= fewest else { return nil }
        return loudness(of: mean(counted)).roundedToHundredths
    }

    private static func mean(_ energies: [Double]) -> Double {
        energies.reduce(0, +) / Double(energies.count)
    }
}
