/// Tells one series of requests from the next: a feed that is cleaned begins a new one
/// (rule I1).
public struct FeedRequestKey: Hashable, Sendable {
    /// The placement or the tag that the helper was made for.
    public var name: String

    /// When the series began, in milliseconds since 1970; later than that of the series before.
    public var milliseconds: Int64

    public init(name: String, milliseconds: Int64) {
        self.name = name
        self.milliseconds = milliseconds
    }

    /// The key of the series that follows, which begins now, or a millisecond after this one.
    func next(milliseconds now: Int64) -> FeedRequestKey {
        FeedRequestKey(name: name, milliseconds: max(now, milliseconds + 1))
    }
}

extension FeedRequestKey: CustomStringConvertible {
    /// `placement_timestampMs`, as the seed writes it.
    public var description: String { "\(name)_\(milliseconds)" }
}
