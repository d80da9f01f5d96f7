/// A time on the clock of the media.
package struct MediaTimestamp: Hashable, Sendable {
    package var samples: Int
    package var rate: Int

    package init(samples: Int, rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    package static let ticksPerSecond = 90_000

    /// On MPEG's clock of 90 kHz, which starts again after 2^33 ticks.
    package var ticks: UInt64 {
        let (seconds, rest) = samples.quotientAndRemainder(dividingBy: rate)
        let ticks = seconds * Self.ticksPerSecond + (rest * Self.ticksPerSecond + rate / 2) / rate
        // number: a sum of times since the station's start, which are not negative.
        return UInt64(ticks) & 0x1_ffff_ffff
    }
}
