/// A change of the rows of a feed, in the order in which it is to be shown.
public enum FeedChange: Hashable, Sendable {
    case inserted(FeedAdView, FeedPath)
    /// The paths are those before the first of the rows is gone, from the top down.
    case deleted([FeedPath])
    case reloaded
    case resized(FeedPath, height: Double, within: Duration)
    /// An item or a section has come, gone or moved.
    case edited(FeedEdit)
}

/// A feed that is kept in memory: the rows, what is in view of them, and whether they are at rest.
///
/// Belongs to the executor of its helper.
public final class MemoryFeed<Item>: FeedHost {
    public private(set) var model: FeedModel<Item>

    /// What is told of every change of an item.
    public weak var helper: StreamAdHelper?

    /// Whether the feed is at rest, which is asked for when something scrolls.
    public var motion: FeedMotion = .idle

    public var visiblePaths: ClosedRange<FeedPath>?

    /// What has been shown of the changes, in order; who shows them takes them.
    private var changes: [FeedChange] = []

    public init(_ sections: [[Item]]) {
        model = FeedModel(sections)
    }

    public var itemCounts: [Int] { model.itemCounts }

    public func insertRow(_ view: FeedAdView, at path: FeedPath) {
        model.insertAd(view.id, at: path)
        changes.append(.inserted(view, path))
    }

    public func deleteRows(at paths: [FeedPath]) {
        model.removeRows(at: paths)
        changes.append(.deleted(paths))
    }

    public func reload() {
        model.removeAds()
        changes.append(.reloaded)
    }

    public func rowHeightChanged(
        at path: FeedPath, to height: Double, within duration: Duration
    ) {
        changes.append(.resized(path, height: height, within: duration))
    }

    /// The changes since this was called last.
    public func takeChanges() -> [FeedChange] {
        defer { changes = [] }
        return changes
    }
}

extension MemoryFeed: StreamAdHelperDelegate {
    public func onAdLoaded(
        _ view: FeedAdView, at path: FeedPath, _ insertion: FeedInsertion
    ) -> FeedPath? {
        let path = FeedPath(section: path.section, row: max(1, path.row))
        return model[path] == nil ? nil : path
    }

    public func onAdAnimation(_ view: FeedAdView, at path: FeedPath) {}

    public func checkIdle() -> FeedMotion { motion }
}

// MARK: - Changes of the items

// Paths are original ones. What is not in the feed throws, and changes nothing.
extension MemoryFeed {
    /// Puts other items in the place of all there are, and no ads.
    public func replace(with sections: [[Item]]) {
        model = FeedModel(sections)
        helper?.rowsWereRebuilt()
    }

    public func insert(_ item: Item, at path: FeedPath) throws(FeedEditError) {
        try carryOut(.insertItem(path)) { $0.insert(item, at: path) }
    }

    public func remove(at path: FeedPath) throws(FeedEditError) {
        try carryOut(.deleteItem(path)) { $0.remove(at: path) }
    }

    public func move(from path: FeedPath, to target: FeedPath) throws(FeedEditError) {
        try carryOut(.moveItem(path, to: target)) { $0.move(from: path, to: target) }
    }

    public func insertSection(_ items: [Item], at section: Int) throws(FeedEditError) {
        let edit = FeedEdit.insertSection(section, itemCount: items.count)
        try carryOut(edit) { $0.insertSection(items, at: section) }
    }

    public func removeSection(at section: Int) throws(FeedEditError) {
        try carryOut(.deleteSection(section)) { $0.removeSection(at: section) }
    }

    public func moveSection(from section: Int, to target: Int) throws(FeedEditError) {
        try carryOut(.moveSection(section, to: target)) {
            $0.moveSection(from: section, to: target)
        }
    }

    private func carryOut(
        _ edit: FeedEdit, _ change: (inout FeedModel<Item>) -> Void
    ) throws(FeedEditError) {
        let counts = FeedLayout(itemCounts: itemCounts)
        if let problem = counts.problem(with: edit) { throw problem }
        helper?.countItems()
        change(&model)
        changes.append(.edited(edit))
        try helper?.edit(edit)
    }
}
