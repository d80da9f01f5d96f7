import Foundation

/// How like an expected sound another one is, sample by sample, as far as both go.
package struct Likeness {
    /// 1 if they differ in nothing but their level.
    package let correlation: Double
    /// By how many decibels the sound is louder.
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
