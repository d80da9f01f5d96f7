import MediaTime

extension WallClockDate {
    /// The date as a playlist has it: in UTC, to the microsecond, as in
    /// `2020-01-02T21:55:44.012345Z`.
    package var text: String {
        let microseconds = Self.floored(sinceEpoch.attoseconds, by: 1_000_000_000_000).quotient
        let (seconds, fraction) = Self.floored(microseconds, by: 1_000_000)
        let (days, time) = Self.floored(seconds, by: 86_400)
        let (year, month, day) = Self.calendarDate(daysSinceEpoch: Int(clamping: days))
        let ofDay = Int(clamping: time)
        let clock = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60].map { Self.digits($0, 2) }
        return "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
            + "T\(clock.joined(separator: ":")).\(Self.digits(Int(clamping: fraction), 6))Z"
    }

    /// A division whose remainder is not negative.
    private static func floored(
        _ number: Int128, by divisor: Int128
    ) -> (quotient: Int128, remainder: Int128) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// A date of the Gregorian calendar. A year begins in March here, so that the leap day is its
    /// last.
    private static func calendarDate(daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
        // 719 468 days lie between 1 March of the year 0 and 1970; 146 097 days are 400 years.
        let (eras, ofEra) = floored(Int128(daysSinceEpoch) + 719_468, by: 146_097)
        let dayOfEra = Int(clamping: ofEra)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        let year = yearOfEra + Int(clamping: eras) * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
