/// The section and row of a feed's row, both from 0.
///
/// The seed's index path. Foundation's `IndexPath` has its name, and apps may import both.
public struct FeedPath: Hashable, Sendable, Codable {
    public var section: Int
    public var row: Int

    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }
}

extension FeedPath: Comparable {
    public static func < (left: FeedPath, right: FeedPath) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

extension FeedPath: CustomStringConvertible {
    public var description: String { "section \(section), row \(row)" }
}

/// Items of a feed, tracked by their original paths through every edit.
package struct ItemPaths: Hashable, Sendable {
    /// In ascending order, without duplicates.
    package private(set) var paths: [FeedPath]

    package init(_ paths: some Sequence<FeedPath> = []) {
        self.paths = Set(paths).sorted()
    }

    /// Applies an edit; deleted items are no longer tracked.
    package mutating func apply(_ edit: FeedEdit) {
        self = ItemPaths(paths.compactMap { Self.path($0, after: edit) })
    }

    private static func path(_ path: FeedPath, after edit: FeedEdit) -> FeedPath? {
        switch edit {
        case .insertItem(let new): return pushed(path, by: new)
        case .deleteItem(let old): return path == old ? nil : closed(path, over: old)
        case .moveItem(let old, let new):
            return path == old ? new : pushed(closed(path, over: old), by: new)
        case .insertSection(let new, _):
            return FeedPath(section: path.section + (path.section >= new ? 1 : 0), row: path.row)
        case .deleteSection(let old):
            guard path.section != old else { return nil }
            return FeedPath(section: path.section - (path.section > old ? 1 : 0), row: path.row)
        case .moveSection(let old, let new):
            guard path.section != old else { return FeedPath(section: new, row: path.row) }
            let between = path.section - (path.section > old ? 1 : 0)
            return FeedPath(section: between + (between >= new ? 1 : 0), row: path.row)
        }
    }

    /// The path of an item after another was inserted at `new`.
    private static func pushed(_ path: FeedPath, by new: FeedPath) -> FeedPath {
        guard path.section == new.section, path.row >= new.row else { return path }
        return FeedPath(section: path.section, row: path.row + 1)
    }

    /// The path of an item after the one at `old` was removed.
    private static func closed(_ path: FeedPath, over old: FeedPath) -> FeedPath {
        guard path.section == old.section, path.row > old.row else { return path }
        return FeedPath(section: path.section, row: path.row - 1)
    }
}
