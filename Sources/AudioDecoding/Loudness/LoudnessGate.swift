import Foundation

/// Turns blocks into the loudness of all of them, by the gates of BS.1770-4.
package enum LoudnessGate {
    /// Blocks that are less loud count as silence, in LUFS.
    private static let absolute = -70.0
    /// Blocks that are so much less loud than the others do not count, in LU.
    private static let relative = -10.0

    /// How many blocks have to pass for a figure to mean something: as many as 10 s hold.
    package static let fewestBlocks = 97

    /// The mean square that a loudness in LUFS stands for.
    package static func energy(of loudness: Double) -> Double {
        pow(10, (loudness + 0.691) / 10)
    }

    /// The loudness in LUFS that a mean square stands for.
    package static func loudness(of energy: Double) -> Double {
        10 * log10(energy) - 0.691
    }

    /// The gated loudness of `blocks`, which are mean squares, in LUFS to the hundredth.
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
