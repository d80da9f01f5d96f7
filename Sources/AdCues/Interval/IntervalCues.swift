import MediaTime

/// Breaks at a fixed interval, for a stream that does not mark them itself.
package struct IntervalRule: Hashable, Sendable {
    /// From the start of one break to that of the next.
    package let every: Duration
    /// How long a break is.
    package let length: Duration
    /// How long the programme is heard between two breaks at least, whatever started them.
    package let distance: Duration
    /// Whether a break that is due too soon after another waits; else it is left out.
    package let catchesUp: Bool

    /// Times out of range become the nearest ones in range.
    package init(
        every: Duration, length: Duration, distance: Duration, catchesUp: Bool = true
    ) {
        let most = TimeBounds.length.range.upperBound
        self.length = min(max(length, .milliseconds(100)), most)
        self.distance = min(max(distance, .zero), most)
        self.every = min(max(every, self.length), most)
        self.catchesUp = catchesUp
    }
}

/// Says when the breaks of an interval rule begin.
///
/// They are due at the end of each interval, counted from where the listener begins. One that is due
/// too soon after another break waits, or is left out, as the rule says. The intervals that pass
/// meanwhile have no break, nor has one whose end the listener has jumped over.
package struct IntervalCues: Hashable, Sendable {
    package let rule: IntervalRule
    /// Whether they wait for the end of the open break.
    package var isWaiting = false
    /// How many breaks there were.
    private var count = 0
    /// The end of the present interval; `nil` before the first ``take(at:notice:)``.
    private var due: FrameTime?
    /// Where a break may begin at the earliest.
    private var earliest = FrameTime.zero

    /// The listener has jumped over a break that is further behind.
    private static let lateness = FrameTime.rate

    package init(_ rule: IntervalRule) {
        self.rule = rule
    }

    /// The frame at which the next break begins, as far as is known now; `nil` before the first
    /// ``take(at:notice:)``.
    package var next: FrameTime? { due.map { max($0, earliest) } }

    /// Keeps the breaks away from another that begins at `begin` and ends at `end`, if the next one
    /// would come too close to it.
    package mutating func keepAway(from begin: FrameTime, until end: FrameTime) {
        guard let next, begin < next + (rule.length + rule.distance).frameCount else { return }
        keepAway(until: end)
    }

    /// Keeps the breaks away from another that was heard until `end`.
    package mutating func keepAway(until end: FrameTime) {
        earliest = max(earliest, end + rule.distance.frameCount)
        if !rule.catchesUp { skip(to: earliest) }
    }

    /// Removes and returns the cue of the next break if that begins in `notice` frames or sooner. The
    /// listener is at `place`.
    package mutating func take(at place: FrameTime, notice: Int) -> Cue? {
        guard let next else {
            due = place + rule.every.frameCount
            return nil
        }
        guard next + Self.lateness >= place else {
            skip(to: place)
            return nil
        }
        guard next - notice <= place else { return nil }
        count += 1
        earliest = next + (rule.length + rule.distance).frameCount
        skip(to: earliest)
        return Cue(id: "\(count)", .out(duration: rule.length), at: next, source: .interval)
    }

    /// Ends the intervals that end before `place`.
    private mutating func skip(to place: FrameTime) {
        guard let end = due, end < place else { return }
        let interval = rule.every.frameCount
        due = end + (place - end + interval - 1) / interval * interval
    }
}
