/// An edit of what is not in the feed.
public enum FeedEditError: Error, Hashable, Sendable {
    case noSuchSection(Int, sectionCount: Int)
    case noSuchItem(FeedPath, itemCount: Int)
    case negativeItemCount(Int)
}

extension FeedEditError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noSuchSection(let section, let count):
            "there is no section \(section) in a feed of \(count); "
                + "count sections from 0, and items without the ads among them"
        case .noSuchItem(let path, let count):
            "there is no item at \(path) of a section of \(count); "
                + "count items from 0, and without the ads among them"
        case .negativeItemCount(let count):
            "a section cannot have \(count) items; give 0 or more"
        }
    }
}
