import MediaTime

/// A command-line value `T=VALUE`: something that happens at output time T.
struct ScheduledArgument<Value> {
    let time: FrameTime
    let value: Value

    init(at time: FrameTime, _ value: Value) {
        self.time = time
        self.value = value
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
    /// Parses `T=SPOT[,SPOT…]`.
    init(parsingPush text: String) throws(UnusableArgument) {
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
