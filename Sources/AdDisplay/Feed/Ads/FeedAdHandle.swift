/// Which ad a row of a feed holds; unique in its feed, and the same wherever the row moves.
public struct FeedAdHandle: Hashable, Sendable {
    public var rawValue: UInt64

    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

extension FeedAdHandle: CustomStringConvertible {
    /// The handle as rows and the event log write it.
    public var description: String { "ad-\(rawValue)" }
}
