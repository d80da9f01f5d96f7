/// The rows of a feed, section by section: items, with ads among them.
public struct FeedModel<Item> {
    public private(set) var sections: [[FeedRow<Item>]]

    /// A feed without ads.
    public init(_ sections: [[Item]]) {
        self.sections = sections.map { $0.map { .item($0) } }
    }

    /// How many items, without ads, each section has.
    public var itemCounts: [Int] { sections.map { $0.count(where: Self.isItem) } }

    /// The row at an adjusted path; `nil` if there is none.
    public subscript(path: FeedPath) -> FeedRow<Item>? {
        guard sections.indices.contains(path.section),
            sections[path.section].indices.contains(path.row)
        else { return nil }
        return sections[path.section][path.row]
    }

    /// The path of the row at a position that is counted over all sections; `nil` if there is
    /// none.
    public func path(at position: Int) -> FeedPath? {
        paths.dropFirst(max(position, 0)).first
    }

    /// The paths of all rows, from the top down.
    public var paths: [FeedPath] {
        sections.enumerated().flatMap { section, rows in
            rows.indices.map { FeedPath(section: section, row: $0) }
        }
    }

    private static func isItem(_ row: FeedRow<Item>) -> Bool {
        switch row {
        case .item: true
        case .ad: false
        }
    }

    /// The row of a section's item of that number; the one after all rows if there is none.
    private func row(ofItem number: Int, inSection section: Int) -> Int {
        let items = sections[section].indices.filter { Self.isItem(sections[section][$0]) }
        return items.dropFirst(number).first ?? sections[section].count
    }
}

// MARK: - Changes

// Paths and sections must be in the feed, or, of what is inserted, right after its end.
extension FeedModel {
    /// Gives an ad the row at an adjusted path.
    public mutating func insertAd(_ handle: FeedAdHandle, at path: FeedPath) {
        sections[path.section].insert(.ad(handle), at: path.row)
    }

    /// Takes rows away, of which the adjusted paths are those before the first is gone.
    public mutating func removeRows(at paths: [FeedPath]) {
        for path in paths.sorted(by: >) { sections[path.section].remove(at: path.row) }
    }

    /// Takes all ads away.
    public mutating func removeAds() {
        sections = sections.map { $0.filter(Self.isItem) }
    }

    /// Puts an item before the one at an original path, or at the end of its section.
    public mutating func insert(_ item: Item, at path: FeedPath) {
        let row = row(ofItem: path.row, inSection: path.section)
        sections[path.section].insert(.item(item), at: row)
    }

    /// Takes the item at an original path away.
    @discardableResult
    public mutating func remove(at path: FeedPath) -> FeedRow<Item> {
        sections[path.section].remove(at: row(ofItem: path.row, inSection: path.section))
    }

    /// Moves an item between original paths; `target` is where it is in the end.
    public mutating func move(from path: FeedPath, to target: FeedPath) {
        let row = remove(at: path)
        sections[target.section].insert(
            row, at: self.row(ofItem: target.row, inSection: target.section))
    }

    /// Puts a section before the one of that index, or at the end.
    public mutating func insertSection(_ items: [Item], at section: Int) {
        sections.insert(items.map { .item($0) }, at: section)
    }

    /// Takes a section away, with its ads.
    public mutating func removeSection(at section: Int) {
        sections.remove(at: section)
    }

    /// Moves a section with its ads; `target` is where it is in the end.
    public mutating func moveSection(from section: Int, to target: Int) {
        sections.insert(sections.remove(at: section), at: target)
    }
}

extension FeedModel: Equatable where Item: Equatable {}
extension FeedModel: Sendable where Item: Sendable {}

/// What a row of a feed holds.
public enum FeedRow<Item> {
    case item(Item)
    case ad(FeedAdHandle)
}

extension FeedRow: Equatable where Item: Equatable {}
extension FeedRow: Hashable where Item: Hashable {}
extension FeedRow: Sendable where Item: Sendable {}
