import MediaTime

/// How figures are written for people: no locale, no more digits than mean something.
enum Figures {
    /// `1:02:03`, or `2:03` below an hour; whole seconds that have passed.
    static func clock(_ time: Duration) -> String {
        let total = Int64(saturating: time.inSeconds.rounded(.towardZero))
        let (minutes, seconds) = total.magnitude.quotientAndRemainder(dividingBy: 60)
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        let sign = total < 0 ? "-" : ""
        return hours > 0
            ? "\(sign)\(hours):\(twoDigits(rest)):\(twoDigits(seconds))"
            : "\(sign)\(rest):\(twoDigits(seconds))"
    }

    /// Seconds that are left, so rounded up: 0 only when nothing is left.
    static func wholeSeconds(_ time: Duration) -> Int { wholeSeconds(time.inSeconds) }

    /// Seconds that are left, as the time that says how many.
    static func wholeSeconds(_ seconds: Double) -> Int {
        max(0, Int(saturating: seconds.rounded(.up)))
    }

    /// Seconds to the nearest tenth.
    static func tenths(_ time: Duration) -> String { tenths(time.inSeconds) }

    /// A number to the nearest tenth.
    static func tenths(_ number: Double) -> String {
        guard number.magnitude < 1e9 else { return number > 0 ? "∞" : "-∞" }
        let tenths = Int(saturating: (number * 10).rounded())
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return "\(tenths < 0 ? "-" : "")\(whole).\(rest)"
    }

    /// Seconds to the millisecond.
    static func thousandths(_ seconds: Double) -> String {
        let thousandths = Int(saturating: (seconds * 1000).rounded())
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        let digits = String(rest)
        let padding = String(repeating: "0", count: 3 - digits.count)
        return "\(thousandths < 0 ? "-" : "")\(whole).\(padding)\(digits)"
    }

    /// A number that is whole.
    static func whole(_ value: Double) -> String {
        value.magnitude < 1e9 ? String(Int(saturating: value)) : tenths(value)
    }

    /// A number to the nearest hundredth.
    static func hundredths(_ value: Double) -> String {
        guard value.magnitude < 1e9 else { return tenths(value) }
        let hundredths = Int(saturating: (value * 100).rounded())
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(twoDigits(UInt64(rest)))"
    }

    private static func twoDigits(_ number: UInt64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
