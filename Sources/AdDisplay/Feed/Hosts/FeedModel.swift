/// The rows of a feed by section: items and ads.
public struct FeedModel<Item> {
    public private(set) var sections: [[FeedRow<Item>]]

    public init(_ sections: [[Item]]) {
        self.sections = sections.map { $0.map { .item($0) } }
    }

    /// The number of items, without ads, per section.
    public var itemCounts: [Int] { sections.map { $0.count(where: Self.isItem) } }

    /// The row at an adjusted path; `nil` if there is none.
    public subscript(path: FeedPath) -> FeedRow<Item>? {
        guard sections.indices.contains(path.section),
            sections[path.section].indices.contains(path.row)
        else { return nil }
        return sections[path.section][path.row]
    }

    /// The path of the row at a position counted over all sections; `nil` if there is none.
    public func path(at position: Int) -> FeedPath? {
        paths.dropFirst(max(position, 0)).first
    }

    /// The paths of all rows, from the top.
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

    /// The row of the item with this number in its section; the end of the section if there is
    /// none.
    private func row(ofItem number: Int, inSection section: Int) -> Int {
        let items = sections[section].indices.filter { Self.isItem(sections[section][$0]) }
        return items.dropFirst(number).first ?? sections[section].count
    }
}

// MARK: - Changes

// Paths and sections must be in the feed; insertions may also be at its end.
extension FeedModel {
    /// Inserts an ad at an adjusted path.
    public mutating func insertAd(_ handle: FeedAdHandle, at path: FeedPath) {
        sections[path.section].insert(.ad(handle), at: path.row)
    }

    /// Removes rows. The adjusted paths are those before the first removal.
    public mutating func removeRows(at paths: [FeedPath]) {
        for path in paths.sorted(by: >) { sections[path.section].remove(at: path.row) }
    }

    public mutating func removeAds() {
        sections = sections.map { $0.filter(Self.isItem) }
    }

    /// Inserts an item before the one at an original path, or at the end of its section.
    public mutating func insert(_ item: Item, at path: FeedPath) {
        let row = row(ofItem: path.row, inSection: path.section)
        sections[path.section].insert(.item(item), at: row)
    }

    /// Removes the item at an original path.
    @discardableResult
    public mutating func remove(at path: FeedPath) -> FeedRow<Item> {
        sections[path.section].remove(at: row(ofItem: path.row, inSection: path.section))
    }

    /// Moves an item between original paths; `target` is its final path.
    public mutating func move(from path: FeedPath, to target: FeedPath) {
        let row = remove(at: path)
        sections[target.section].insert(
            row, at: self.row(ofItem: target.row, inSection: target.section))
    }

    /// Inserts a section before the one at that index, or at the end.
    public mutating func insertSection(_ items: [Item], at section: Int) {
        sections.insert(items.map { .item($0) }, at: section)
    }

    /// Removes a section with its ads.
    public mutating func removeSection(at section: Int) {
        sections.remove(at: section)
    }

    /// Moves a section with its ads; `target` is its final index.
    public mutating func moveSection(from section: Int, to target: Int) {
        sections.insert(sections.remove(at: section), at: target)
    }
}

extension FeedModel: Equatable where Item: Equatable {}
extension FeedModel: Sendable where Item: Sendable {}

/// The content of a row.
public enum FeedRow<Item> {
    case item(Item)
    case ad(FeedAdHandle)
}

extension FeedRow: Equatable where Item: Equatable {}
extension FeedRow: Hashable where Item: Hashable {}
extension FeedRow: Sendable where Item: Sendable {}
