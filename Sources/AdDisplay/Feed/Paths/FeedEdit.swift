/// One change of a feed's items.
///
/// Paths are *original* ones: they count items alone, as the host's data do, and not the ads that
/// stand among them.
public enum FeedEdit: Hashable, Sendable {
    /// A new item stands before the one that was at the path, or is its section's last.
    case insertItem(FeedPath)
    case deleteItem(FeedPath)
    /// `to` is where the item is once it is taken away from where it was.
    case moveItem(FeedPath, to: FeedPath)
    /// A new section, which may bring items, stands before the one of that index, or is the last.
    case insertSection(Int, itemCount: Int)
    case deleteSection(Int)
    /// `to` is where the section is once it is taken away from where it was.
    case moveSection(Int, to: Int)
}

extension FeedEdit {
    /// The edits after which new items stand at `paths`.
    public static func insertions(at paths: some Sequence<FeedPath>) -> [FeedEdit] {
        paths.sorted().map { .insertItem($0) }
    }

    /// The edits that take the items away which stood at `paths` before the first of them.
    public static func deletions(at paths: some Sequence<FeedPath>) -> [FeedEdit] {
        Set(paths).sorted(by: >).map { .deleteItem($0) }
    }
}

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
