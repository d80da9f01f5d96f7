/// The range of times that is accepted from outside.
///
/// The bounds are far from the limits of frame arithmetic: the sum of a thousand such times, and
/// such a time multiplied by a sample rate, fit into 64 bits.
package struct TimeBounds: Hashable, Sendable {
    package let range: ClosedRange<Duration>

    /// The ends of the range as error messages name them.
    let least: String
    let most: String

    /// The length of a spot, an advertisement or a wait: up to 24 hours.
    package static let length = TimeBounds(.zero ... .seconds(86_400), least: "0", most: "24 h")

    /// A position in a stream: up to 10 000 hours.
    package static let position = TimeBounds(
        .zero ... .seconds(36_000_000), least: "0", most: "10000 h")

    /// A position in a stream, or an offset from its live edge: up to 10 000 hours either way.
    package static let offset = TimeBounds(
        .seconds(-36_000_000) ... .seconds(36_000_000), least: "-10000 h", most: "10000 h")

    /// Times that the player itself wrote and reads again: about 31 years either way, since a
    /// session may outlast any one document.
    package static let session = TimeBounds(
        .seconds(-1_000_000_000) ... .seconds(1_000_000_000), least: "-1000000000 s",
        most: "1000000000 s")

    private init(_ range: ClosedRange<Duration>, least: String, most: String) {
        self.range = range
        self.least = least
        self.most = most
    }

    /// Returns `time` if it is within the bounds, and throws otherwise.
    package func check(_ time: Duration) throws(NumberError) -> Duration {
        guard time >= range.lowerBound else {
            throw range.lowerBound == .zero ? .negative : .less(than: least)
        }
        guard time <= range.upperBound else { throw .more(than: most) }
        return time
    }
}
