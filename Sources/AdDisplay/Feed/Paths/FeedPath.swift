/// Where a row of a feed stands: its section, and the row in it, both counted from 0.
///
/// What the seed calls an index path. It has a name of its own because `IndexPath` is a type of
/// Foundation's, which an app that uses this one sees as well.
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
