import Interlude
import MediaTime

/// A time on the command line, such as `90s`, `250ms`, `5m`, `1h` or `1.5s`, to the nearest frame.
///
/// Only `0` needs no unit.
struct TimeArgument: Hashable, Sendable {
    /// The distance from the start of the timeline; negative if the text has a minus sign.
    let time: FrameTime

    var duration: Duration { time.duration }

    init(_ time: FrameTime) {
        self.time = time
    }

    /// Parses a time that is not negative.
    init(parsing text: String) throws(UnusableArgument) {
        guard !text.hasPrefix("--") else {
            // The next option, as in `--give-up --web 8080`.
            throw UnusableArgument(
                "the time before it is missing; write one as in \(Self.examples)")
        }
        let number = text.prefix { $0.isASCII && ($0.isNumber || "-.".contains($0)) }
        // Before the unit: with one, it would be refused as well.
        if let value = Double(number), value < 0 { throw UnusableArgument("must not be negative") }
        try self.init(parsingPosition: text)
    }

    private static let examples = "90s, 250ms, 5m, 1h or 1.5s"

    /// Parses a time that may be negative, counted back from the live edge.
    init(parsingPosition text: String) throws(UnusableArgument) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let number = digits.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = String(digits.dropFirst(number.count))
        let hasDigits = number.contains { $0 != "." }
        guard hasDigits, let value = Double(number) else {
            throw UnusableArgument("write a time as in \(Self.examples)")
        }
        guard !unit.isEmpty || value == 0 else {
            throw UnusableArgument("the unit is missing, as in \(number)s or \(number)ms")
        }
        guard let secondsPerUnit = unit.isEmpty ? 1 : Self.secondsPerUnit[unit] else {
            throw UnusableArgument("'\(unit)' is not a unit of time; use ms, s, m or h")
        }
        let seconds = value * secondsPerUnit
        guard seconds <= Self.longestSeconds else {
            throw UnusableArgument("must be at most 10000h")
        }
        let frames = Int64(saturating: (seconds * Double(FrameTime.rate)).rounded())
        time = FrameTime(text.hasPrefix("-") ? -frames : frames)
    }

    private static let secondsPerUnit: [String: Double] = [
        "ms": 0.001, "s": 1, "m": 60, "h": 3600,
    ]

    private static let longestSeconds = 10_000.0 * 3600
}

/// A place in a stream on the command line: a time, or `end`.
struct PlaceArgument: Hashable, Sendable {
    let place: StreamPlace

    init(parsing text: String) throws(UnusableArgument) {
        place = text == "end" ? .end : .time(try TimeArgument(parsing: text).duration)
    }
}

/// A command-line value `T=VALUE`: something that happens at output time T.
struct ScheduledArgument<Value> {
    let time: FrameTime
    let value: Value
    /// The place in the stream; `nil` if it happens at ``time``.
    private(set) var place: StreamPlace?

    init(at time: FrameTime, _ value: Value, place: StreamPlace? = nil) {
        self.time = time
        self.value = value
        self.place = place
    }

    /// Parses `T=VALUE`; `parseValue` gets the text after the first `=`.
    ///
    /// `form` is what to write instead of a text without `=`.
    init(
        parsing text: String, as form: String,
        value parseValue: (String) throws(UnusableArgument) -> Value
    ) throws(UnusableArgument) {
        guard let equals = text.firstIndex(of: "=") else {
            throw UnusableArgument("write it as \(form)")
        }
        time = try TimeArgument(parsing: String(text[..<equals])).time
        value = try parseValue(String(text[text.index(after: equals)...]))
    }
}

extension ScheduledArgument: Sendable where Value: Sendable {}
extension ScheduledArgument: Equatable where Value: Equatable {}

extension ScheduledArgument<[SpotArgument]> {
    /// Parses `T=SPOT[,SPOT…]`, or `end=SPOT[,SPOT…]` for a push at the end of a file.
    init(parsingPush text: String) throws(UnusableArgument) {
        if text.hasPrefix("end=") {
            self.init(
                at: .zero, try SpotArgument.list(parsing: String(text.dropFirst(4))), place: .end)
            return
        }
        try self.init(
            parsing: text, as: "T=SPOT, as in 10s=spot.mp3", value: SpotArgument.list(parsing:))
    }
}

extension ScheduledArgument<TimeArgument> {
    /// Parses `T=POSITION`.
    init(parsingSeek text: String) throws(UnusableArgument) {
        try self.init(
            parsing: text, as: "T=POSITION, as in 10s=90s",
            value: TimeArgument.init(parsingPosition:))
    }
}

extension ScheduledArgument<GainArgument> {
    /// Parses `[T=]GAIN`; without a time, the gain applies from the beginning.
    init(parsingVolume text: String) throws(UnusableArgument) {
        if text.contains("=") {
            try self.init(
                parsing: text, as: "[T=]GAIN, as in 10s=-6dB", value: GainArgument.init(parsing:))
        } else {
            self.init(at: .zero, try GainArgument(parsing: text))
        }
    }
}
