import MediaTime

/// A time on the command line, such as `90s`, `250ms`, `5m`, `1h` or `1.5s`, to the nearest frame.
///
/// A bare `0` is a time as well; any other number needs its unit.
struct TimeArgument: Hashable, Sendable {
    /// The time as a distance from a timeline's beginning; negative if the text had a minus.
    let time: FrameTime

    var duration: Duration { time.duration }

    init(_ time: FrameTime) {
        self.time = time
    }

    /// Reads a time that is not negative.
    init(parsing text: String) throws(UnusableArgument) {
        try self.init(parsingPosition: text)
        guard time >= .zero else { throw UnusableArgument("a time may not be negative") }
    }

    /// Reads a time that may have a minus: counted back from the live edge.
    init(parsingPosition text: String) throws(UnusableArgument) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let number = digits.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = String(digits.dropFirst(number.count))
        let hasDigits = number.contains { $0 != "." }
        guard hasDigits, let value = Double(number) else {
            throw UnusableArgument("write a time as 90s, 250ms, 5m, 1h or 1.5s")
        }
        guard !unit.isEmpty || value == 0 else {
            throw UnusableArgument("a unit is missing, as in \(number)s or \(number)ms")
        }
        guard let secondsPerUnit = unit.isEmpty ? 1 : Self.secondsPerUnit[unit] else {
            throw UnusableArgument("'\(unit)' is not a unit of time; use ms, s, m or h")
        }
        let seconds = value * secondsPerUnit
        guard seconds <= Self.longestSeconds else {
            throw UnusableArgument("longer than any stream; the limit is 10000h")
        }
        let frames = Int64(saturating: (seconds * Double(FrameTime.rate)).rounded())
        time = FrameTime(text.hasPrefix("-") ? -frames : frames)
    }

    private static let secondsPerUnit: [String: Double] = [
        "ms": 0.001, "s": 1, "m": 60, "h": 3600,
    ]

    private static let longestSeconds = 10_000.0 * 3600
}
