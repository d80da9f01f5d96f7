import MediaTime

/// The breaks that the station marks in its streams: one after every ``interval``, counted from 1.
package struct StationBreaks: Hashable, Sendable {
    /// From the start of one break to that of the next, and from going on air to the first.
    package let interval: Duration

    package let length: Duration

    /// Shorter breaks would have no segment of their own.
    package static let shortest = Duration.seconds(1)

    /// The programme is heard at least this long between two breaks.
    package static let leastGap = Duration.seconds(1)

    /// `nil` if the breaks are too short, or do not leave room for the programme between them.
    package init?(every interval: Duration, length: Duration) {
        guard length >= Self.shortest, interval - length >= Self.leastGap,
            interval <= TimeBounds.length.range.upperBound
        else { return nil }
        self.interval = interval
        self.length = length
    }

    /// When a break begins, after going on air.
    package func start(of number: Int) -> Duration { interval * number }

    /// The break that is under way at a time after going on air; `nil` if none is.
    package func number(at time: Duration) -> Int? {
        guard time >= interval else { return nil }
        let (number, rest) = time.attoseconds.quotientAndRemainder(
            dividingBy: interval.attoseconds)
        return rest < length.attoseconds ? Int(clamping: number) : nil
    }
}
