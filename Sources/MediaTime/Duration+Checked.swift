extension Duration {
    /// Converts `seconds`, a number from outside, and throws if it is not within `bounds`.
    package init(checking seconds: Double, within bounds: TimeBounds) throws(NumberError) {
        guard seconds.isFinite else { throw .notFinite }
        // A Duration holds far more than any bound, but a Double holds more than a Duration.
        let reachable = min(max(seconds, -Self.mostSeconds), Self.mostSeconds)
        self = try bounds.check(.Swift::seconds(reachable))
    }

    /// The time nearest to `seconds` that is within `bounds`; zero for NaN.
    package init(clamping seconds: Double, to bounds: TimeBounds) {
        let number = seconds.isNaN ? 0 : min(max(seconds, -Self.mostSeconds), Self.mostSeconds)
        let time = Duration.Swift::seconds(number)
        self = min(max(time, bounds.range.lowerBound), bounds.range.upperBound)
    }

    /// This time multiplied by `factor`, within ``TimeBounds/session``.
    package func multiplied(by factor: Double) -> Duration {
        Self.reachable(attoseconds: Double(attoseconds) * factor)
    }

    /// This time divided by `divisor`, within ``TimeBounds/session``.
    package func divided(by divisor: Double) -> Duration {
        Self.reachable(attoseconds: Double(attoseconds) / divisor)
    }

    private static func reachable(attoseconds: Double) -> Duration {
        let range = TimeBounds.session.range
        if attoseconds >= Double(range.upperBound.attoseconds) { return range.upperBound }
        if attoseconds <= Double(range.lowerBound.attoseconds) { return range.lowerBound }
        return attoseconds.isNaN ? .zero : Duration(attoseconds: Int128(attoseconds))
    }

    /// More seconds than any bound allows, but few enough for a `Duration`.
    private static let mostSeconds = 1e12
}

extension FrameTime {
    /// The frame nearest to `seconds`, a number from outside, after the timeline's beginning.
    package init(checking seconds: Double, within bounds: TimeBounds) throws(NumberError) {
        self.init(try Duration(checking: seconds, within: bounds))
    }
}
