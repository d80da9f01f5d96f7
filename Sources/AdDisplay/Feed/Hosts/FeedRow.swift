/// What a row of a feed holds.
public enum FeedRow<Item> {
    case item(Item)
    case ad(FeedAdHandle)
}

extension FeedRow: Equatable where Item: Equatable {}
extension FeedRow: Hashable where Item: Hashable {}
extension FeedRow: Sendable where Item: Sendable {}
