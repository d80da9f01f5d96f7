import AdPlayback
import Advertising

/// The break that is heard.
public struct BreakStatus: Hashable, Sendable {
    /// The number of the break in the event log, from 1.
    public var number: Int

    /// What the stream does during the break.
    public var policy: BreakPolicy

    /// The number of the present spot in the break, from 1.
    public var spotNumber: Int

    /// The number of spots in the break so far; a push during the break adds to it.
    public var spotCount: Int

    /// Whether the slate is heard in the rest of the break, in place of a spot: see
    /// ``SessionConfiguration/slate``.
    public var isSlate = false

    /// The slot of the present spot in the event log; unique for each spot.
    public var slot: UInt64

    /// The spot that is heard.
    public var advertisement: Advertisement

    /// The gain of the spot in decibels, for its target loudness; `nil` without loudness matching.
    public var spotDecibels: Double?

    /// The remaining time of the spot.
    public var spotRemaining: Duration

    /// The time until the spot can be skipped: zero once it can, `nil` if it never can.
    public var skipWait: Duration? = .zero

    /// The remaining time until the stream resumes; `nil` while a spot of unknown length is queued, and
    /// under a slate if no marker says how long the break is.
    public var remaining: Duration?

    /// The least remaining time until then, for the spots laid out so far.
    public var leastRemaining: Duration

    /// `leastRemaining` defaults to `remaining`, or to `spotRemaining`.
    public init(
        number: Int = 1, policy: BreakPolicy = .mute, slot: UInt64 = 1,
        _ advertisement: Advertisement, spotNumber: Int, spotCount: Int,
        spotRemaining: Duration, remaining: Duration? = nil, leastRemaining: Duration? = nil
    ) {
        self.number = number
        self.policy = policy
        self.slot = slot
        self.advertisement = advertisement
        self.spotNumber = spotNumber
        self.spotCount = spotCount
        self.spotRemaining = spotRemaining
        self.remaining = remaining
        self.leastRemaining = leastRemaining ?? remaining ?? spotRemaining
    }
}

/// A known coming break that is not announced yet.
public struct ComingBreak: Hashable, Sendable {
    /// The time until the break if nobody seeks.
    public var wait: Duration

    /// The number of its spots; 0 while they are not chosen.
    public var spotCount: Int

    public init(in wait: Duration, spotCount: Int) {
        self.wait = wait
        self.spotCount = spotCount
    }
}
