import MediaTime

/// A command-line value `T=VALUE`: what is to happen when output time reaches T.
struct ScheduledArgument<Value> {
    let time: FrameTime
    let value: Value

    init(at time: FrameTime, _ value: Value) {
        self.time = time
        self.value = value
    }

    /// Reads `T=VALUE`; `parseValue` gets what follows the first `=`.
    init(
        parsing text: String, value parseValue: (String) throws(UnusableArgument) -> Value
    ) throws(UnusableArgument) {
        guard let equals = text.firstIndex(of: "=") else {
            throw UnusableArgument("write it as T=VALUE, as in 90s=VALUE")
        }
        time = try TimeArgument(parsing: String(text[..<equals])).time
        value = try parseValue(String(text[text.index(after: equals)...]))
    }
}

extension ScheduledArgument: Sendable where Value: Sendable {}
extension ScheduledArgument: Equatable where Value: Equatable {}

extension ScheduledArgument<[SpotArgument]> {
    /// Reads `T=SPOT[,SPOT…]`.
    init(parsingPush text: String) throws(UnusableArgument) {
        try self.init(parsing: text, value: SpotArgument.list(parsing:))
    }
}

extension ScheduledArgument<TimeArgument> {
    /// Reads `T=POSITION`.
    init(parsingSeek text: String) throws(UnusableArgument) {
        try self.init(parsing: text, value: TimeArgument.init(parsingPosition:))
    }
}

extension ScheduledArgument<GainArgument> {
    /// Reads `[T=]GAIN`; without a time, from the beginning.
    init(parsingVolume text: String) throws(UnusableArgument) {
        if text.contains("=") {
            try self.init(parsing: text, value: GainArgument.init(parsing:))
        } else {
            self.init(at: .zero, try GainArgument(parsing: text))
        }
    }
}
