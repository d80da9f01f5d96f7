extension FrameTime {
    /// The frame nearest to `duration` after the timeline's beginning.
    public init(_ duration: Duration) {
        self.init(Int64(duration.frameCount))
    }

    /// Seconds since the timeline's beginning.
    public var seconds: Double { Double(frames) / Double(Self.rate) }

    /// The time since the timeline's beginning.
    public var duration: Duration { .frames(Int(frames)) }

    /// The time for a reader, to the millisecond: `10 s`, `0.25 s`.
    package var words: String { duration.words }
}

extension Duration {
    /// The duration of `count` frames at ``FrameTime/rate``.
    public static func frames(_ count: Int) -> Duration {
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: FrameTime.rate)
        // A frame is 62.5e12 / 3 attoseconds. Multiplying first keeps whole milliseconds exact.
        return Duration(
            secondsComponent: Int64(seconds),
            attosecondsComponent: Int64(rest) * 62_500_000_000_000 / 3)
    }

    /// The number of frames at ``FrameTime/rate`` that comes nearest to this duration.
    ///
    /// Clamps to about 31 years; sums of such numbers fit into 64 bits.
    public var frameCount: Int {
        let (seconds, attoseconds) = reachable.components
        let fraction = Double(attoseconds) * 1e-18 * Double(FrameTime.rate)
        return Int(seconds) * FrameTime.rate + Int(saturating: fraction.rounded())
    }

    /// This duration in seconds, clamped to about 31 years.
    public var inSeconds: Double {
        let (seconds, attoseconds) = reachable.components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    /// This duration for a reader, to the millisecond: `10 s`, `0.25 s`.
    package var words: String {
        let seconds = (inSeconds * 1000).rounded() / 1000
        return seconds == seconds.rounded() ? "\(Int(saturating: seconds)) s" : "\(seconds) s"
    }

    /// The nearest duration within ``TimeBounds/session``.
    ///
    /// The `components` of a longer one may end the process: its seconds may not fit into 64 bits.
    private var reachable: Duration {
        let range = TimeBounds.session.range
        return min(max(self, range.lowerBound), range.upperBound)
    }
}
