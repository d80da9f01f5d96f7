import AdPlayback
import Advertising

/// The break that a listener hears, as far as it is known.
public struct BreakStatus: Hashable, Sendable {
    /// Which break of the session it is, from 1: its number in the event log.
    public var number: Int

    /// What the stream does meanwhile.
    public var policy: BreakPolicy

    /// Which of the break's spots is heard, from 1.
    public var spotNumber: Int

    /// How many spots the break has by now; a push during the break adds to it.
    public var spotCount: Int

    /// The spot's number in the event log; another one whenever another spot is heard.
    public var slot: UInt64

    /// The spot that is heard.
    public var advertisement: Advertisement

    /// The gain in decibels that makes the spot as loud as is wanted; `nil` where spots are as loud
    /// as they were made.
    public var spotDecibels: Double?

    /// What is left of the spot.
    public var spotRemaining: Duration

    /// What is left until the stream is heard again; `nil` while a spot of unknown length waits.
    public var remaining: Duration?

    /// What is left until then at least: of what is laid out already.
    public var leastRemaining: Duration

    /// `leastRemaining` is what is `remaining`, or of the spot, if it is not given.
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
