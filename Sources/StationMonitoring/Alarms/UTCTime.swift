import MediaTime

/// A date with its time of day, in UTC.
package struct UTCTime: Hashable, Comparable, Sendable {
    /// Since the beginning of 1970, without leap seconds.
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// A whole number of seconds after the beginning of 1970.
    package init(seconds: Int) {
        let (product, isTooFar) = Int64(clamping: seconds)
            .multipliedReportingOverflow(by: Self.nanosecondsPerSecond)
        nanoseconds = isTooFar ? (seconds < 0 ? .min : .max) : product
    }

    package static func < (left: UTCTime, right: UTCTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    package static func + (time: UTCTime, length: Duration) -> UTCTime {
        let added = Int64(saturating: (length.inSeconds * 1e9).rounded())
        let (sum, isTooFar) = time.nanoseconds.addingReportingOverflow(added)
        return UTCTime(nanoseconds: isTooFar ? (added < 0 ? .min : .max) : sum)
    }

    package static func - (time: UTCTime, length: Duration) -> UTCTime {
        time + (.zero - length)
    }

    package static func - (left: UTCTime, right: UTCTime) -> Duration {
        let (difference, isTooFar) = left.nanoseconds
            .subtractingReportingOverflow(right.nanoseconds)
        return .nanoseconds(isTooFar ? (left < right ? .min : .max) : difference)
    }

    /// The time to the second, as RFC 3339 writes it: `2026-11-24T02:52:00Z`.
    package var text: String {
        let seconds = Self.floored(nanoseconds, by: Self.nanosecondsPerSecond)
        let (day, second) = Self.divided(seconds, by: 86_400)
        let (year, month, dayOfMonth) = Self.date(ofDay: day)
        let clock = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }
        let date = [
            Self.padded(year, 4), Self.padded(month, 2), Self.padded(dayOfMonth, 2),
        ]
        return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":"))Z"
    }

    private static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// The Gregorian date of the day with this number, where day 0 is that of the beginning of 1970.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // Years here begin in March, so that a leap day is the last of its year. 719 468 days are
        // between March of the year 0 and 1970, and 400 years have 146 097.
        let (era, dayOfEra) = divided(day + 719_468, by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth)
    }

    private static func floored(_ number: Int64, by divisor: Int64) -> Int64 {
        divided(number, by: divisor).quotient
    }

    /// The division whose remainder is never negative.
    private static func divided(
        _ number: Int64, by divisor: Int64
    ) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
