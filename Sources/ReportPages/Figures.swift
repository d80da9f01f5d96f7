import MediaTime

/// Formats numbers and times for people, without a locale and with significant digits only.
package enum Figures {
    /// `1:02:03`, or `2:03` below an hour, rounded down to whole seconds.
    package static func clock(_ time: Duration) -> String {
        let total = Int64(saturating: time.inSeconds.rounded(.towardZero))
        let (minutes, seconds) = total.magnitude.quotientAndRemainder(dividingBy: 60)
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        let sign = total < 0 ? "-" : ""
        return hours > 0
            ? "\(sign)\(hours):\(twoDigits(rest)):\(twoDigits(seconds))"
            : "\(sign)\(rest):\(twoDigits(seconds))"
    }

    /// Remaining seconds, rounded up: 0 only if no time remains.
    package static func wholeSeconds(_ time: Duration) -> Int { wholeSeconds(time.inSeconds) }

    /// Remaining seconds, rounded up.
    package static func wholeSeconds(_ seconds: Double) -> Int {
        max(0, Int(saturating: seconds.rounded(.up)))
    }

    /// Seconds to the nearest tenth.
    package static func tenths(_ time: Duration) -> String { tenths(time.inSeconds) }

    /// A number to the nearest tenth.
    package static func tenths(_ number: Double) -> String {
        guard number.magnitude < 1e9 else { return number > 0 ? "∞" : "-∞" }
        let tenths = Int(saturating: (number * 10).rounded())
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return "\(tenths < 0 ? "-" : "")\(whole).\(rest)"
    }

    /// Seconds to the millisecond.
    package static func thousandths(_ seconds: Double) -> String {
        let thousandths = Int(saturating: (seconds * 1000).rounded())
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        let digits = String(rest)
        let padding = String(repeating: "0", count: 3 - digits.count)
        return "\(thousandths < 0 ? "-" : "")\(whole).\(padding)\(digits)"
    }

    /// A whole number.
    package static func whole(_ value: Double) -> String {
        value.magnitude < 1e9 ? String(Int(saturating: value)) : tenths(value)
    }

    /// A number to the nearest hundredth.
    package static func hundredths(_ value: Double) -> String {
        guard value.magnitude < 1e9 else { return tenths(value) }
        let hundredths = Int(saturating: (value * 100).rounded())
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(twoDigits(UInt64(rest)))"
    }

    /// `14 March 2026, 09:26:53 UTC` for a time as of RFC 3339 in UTC, `2026-03-14T09:26:53Z`; `nil`
    /// for any other text.
    package static func date(_ text: String) -> String? {
        guard let match = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z/),
            let month = Int(match.2), let day = Int(match.3), months.indices.contains(month - 1),
            (1...31).contains(day)
        else { return nil }
        return "\(day) \(months[month - 1]) \(match.1), \(match.4) UTC"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    private static func twoDigits(_ number: UInt64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
