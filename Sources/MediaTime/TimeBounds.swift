/// The times that a number from outside may stand for.
///
/// No bound is near to what arithmetic with frames can hold: the sum of a thousand times within
/// their bounds, and such a time multiplied by a sample rate, fit into 64 bits.
package struct TimeBounds: Hashable, Sendable {
    package let range: ClosedRange<Duration>

    /// How a person reads the ends of the range.
    let least: String
    let most: String

    /// What a spot, an advertisement or a wait may last: up to 24 hours.
    package static let length = TimeBounds(.zero ... .seconds(86_400), least: "0", most: "24 h")

    /// A place in a stream: up to 10 000 hours.
    package static let position = TimeBounds(
        .zero ... .seconds(36_000_000), least: "0", most: "10000 h")

    /// A place in a stream, or one counted back from its live edge: 10 000 hours either way.
    package static let offset = TimeBounds(
        .seconds(-36_000_000) ... .seconds(36_000_000), least: "-10000 h", most: "10000 h")

    /// What the player itself writes down and reads again: some 31 years either way, since a
    /// session may last longer than any one document.
    package static let session = TimeBounds(
        .seconds(-1_000_000_000) ... .seconds(1_000_000_000), least: "-1000000000 s",
        most: "1000000000 s")

    private init(_ range: ClosedRange<Duration>, least: String, most: String) {
        self.range = range
        self.least = least
        self.most = most
    }

    /// Passes `time` on if it is within the bounds.
    package func check(_ time: Duration) throws(NumberError) -> Duration {
        guard time >= range.lowerBound else {
            throw range.lowerBound == .zero ? .negative : .less(than: least)
        }
        guard time <= range.upperBound else { throw .more(than: most) }
        return time
    }
}
