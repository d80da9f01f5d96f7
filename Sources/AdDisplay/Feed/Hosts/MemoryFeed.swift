/// A change of a feed's rows, to be shown in order.
public enum FeedChange: Hashable, Sendable {
    case inserted(FeedAdView, FeedPath)
    /// The paths are those before the first removal, in ascending order.
    case deleted([FeedPath])
    case reloaded
    case resized(FeedPath, height: Double, within: Duration)
    /// An item or section was inserted, removed or moved.
    case edited(FeedEdit)
}

/// A feed in memory: its rows, which of them are visible, and whether they are at rest.
///
/// Used on the executor of its helper.
public final class MemoryFeed<Item>: FeedHost {
    public private(set) var model: FeedModel<Item>

    /// Notified of every change of an item.
    public weak var helper: StreamAdHelper?

    /// Whether the feed is at rest; read on every scroll.
    public var motion: FeedMotion = .idle

    public var visiblePaths: ClosedRange<FeedPath>?

    /// The changes that were not taken yet.
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

    /// Returns the changes since the last call.
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

// Paths are original paths. Items that do not exist throw, and change nothing.
extension MemoryFeed {
    /// Replaces all items, and removes the ads.
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
