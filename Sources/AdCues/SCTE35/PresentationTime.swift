import MediaTime

/// A time of an MPEG stream, in ticks of 90 kHz. It starts again at 0 after 2^33 ticks, 26.5 hours.
package struct PresentationTime: Hashable, Sendable {
    package static let ticksPerSecond: UInt64 = 90_000
    private static let period: UInt64 = 1 << 33

    /// From 0 to 2^33 - 1.
    package let ticks: UInt64

    /// The time that `ticks` stand for, modulo 2^33.
    package init(ticks: UInt64) {
        self.ticks = ticks % Self.period
    }

    package var seconds: Double { Double(ticks) / Double(Self.ticksPerSecond) }

    package var duration: Duration { Duration(clamping: seconds, to: .position) }

    /// The time after `self` by `offset`, such as a section's adjustment.
    package func adding(_ offset: PresentationTime) -> PresentationTime {
        PresentationTime(ticks: ticks + offset.ticks)
    }

    /// How many ticks it lies after `other`, negative if before it. Of the two ways round the
    /// clock, the shorter one counts.
    package func ticks(since other: PresentationTime) -> Int64 {
        let ahead = PresentationTime(ticks: ticks + Self.period - other.ticks).ticks
        return ahead < Self.period / 2 ? Int64(ahead) : Int64(ahead) - Int64(Self.period)
    }
}
