/// A change of a feed's items.
///
/// Paths are *original*: they count the host's items without ads.
public enum FeedEdit: Hashable, Sendable {
    /// Inserts an item before the one at the path, or at the end of the section.
    case insertItem(FeedPath)
    case deleteItem(FeedPath)
    /// `to` is the path after the item was removed from its old one.
    case moveItem(FeedPath, to: FeedPath)
    /// Inserts a section before the one at that index, or at the end; it may have items.
    case insertSection(Int, itemCount: Int)
    case deleteSection(Int)
    /// `to` is the index after the section was removed from its old one.
    case moveSection(Int, to: Int)
}

extension FeedEdit {
    /// The edits that insert items so that they end up at `paths`.
    public static func insertions(at paths: some Sequence<FeedPath>) -> [FeedEdit] {
        paths.sorted().map { .insertItem($0) }
    }

    /// The edits that delete the items that are at `paths` before the first deletion.
    public static func deletions(at paths: some Sequence<FeedPath>) -> [FeedEdit] {
        Set(paths).sorted(by: >).map { .deleteItem($0) }
    }
}

/// An edit of an item or section that does not exist.
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
