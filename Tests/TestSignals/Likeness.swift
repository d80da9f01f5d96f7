import Foundation

/// The similarity of a sound to an expected one, sample by sample, over their common length.
package struct Likeness {
    /// 1 if they differ only in level.
    package let correlation: Double
    /// The difference in level in decibels.
    package let level: Double

    package init(of sound: some Sequence<Float>, to expected: some Sequence<Float>) {
        var (product, power, expectedPower) = (0.0, 0.0, 0.0)
        for (sample, other) in zip(sound, expected) {
            product += Double(sample) * Double(other)
            power += Double(sample) * Double(sample)
            expectedPower += Double(other) * Double(other)
        }
        correlation = product / sqrt(power * expectedPower)
        level = 10 * log10(power / expectedPower)
    }
}
