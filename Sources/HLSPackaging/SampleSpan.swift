/// A length of audio, exact to the sample.
package struct SampleSpan: Hashable, Sendable {
    package var count: Int

    /// In Hz.
    package var rate: Int

    package init(count: Int, rate: Int) {
        self.count = count
        self.rate = rate
    }

    /// To the microsecond, as in `4.010667`.
    package var decimalSeconds: String {
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: rate)
        let microseconds = (rest * 1_000_000 + rate / 2) / rate
        let (carry, fraction) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(fraction)
        return "\(seconds + carry).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
    }

    /// To the nearest millisecond.
    package var milliseconds: Int { (count * 1000 + rate / 2) / rate }

    /// To the nearest tick of MPEG's clock.
    package var ticks: Int { (count * MediaTimestamp.ticksPerSecond + rate / 2) / rate }
}
