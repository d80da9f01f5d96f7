/// Tells one turn, one question or one play of a feed from the others; an answer carries it.
public struct FeedTicket: Hashable, Sendable {
    public var rawValue: UInt64

    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
