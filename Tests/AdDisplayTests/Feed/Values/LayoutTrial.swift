import AdDisplay
import TestSignals

/// Applies random edits to a layout and to plain rows, and compares the two.
struct LayoutTrial {
    enum Kind: String, CaseIterable {
        case insertItem, deleteItem, moveItem, insertSection, deleteSection, moveSection, insertAd
    }

    private(set) var layout = FeedLayout(itemCounts: [])
    private(set) var model = FeedModel<Int>([])
    private(set) var counts: [Kind: Int] = [:]
    private(set) var displacedCount = 0

    var editCount: Int { counts.values.reduce(0, +) }

    /// Tracked items with their paths.
    private var tracked = ItemPaths()
    private var trackedItems: Set<Int> = []
    private var random: SeededRandom
    private var itemCount = 0
    private var adCount: UInt64 = 0

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// Applies a possible edit, and returns the first difference.
    mutating func step() -> String? {
        let kind = chooseKind()
        switch kind {
        case .insertItem:
            let path = randomPath(extra: 1)
            edit(.insertItem(path)) { $0.insert($1, at: path) }
        case .deleteItem:
            guard let path = randomItemPath() else { return nil }
            edit(.deleteItem(path)) { model, _ in model.remove(at: path) }
        case .moveItem:
            guard let path = randomItemPath() else { return nil }
            var rest = layout
            _ = rest.apply(.deleteItem(path))
            let target = randomPath(of: rest, extra: 1)
            edit(.moveItem(path, to: target)) { model, _ in model.move(from: path, to: target) }
        case .insertSection:
            let section = Int.random(in: 0...model.sections.count, using: &random)
            edit(.insertSection(section, itemCount: 1)) { $0.insertSection([$1], at: section) }
        case .deleteSection:
            let section = Int.random(in: model.sections.indices, using: &random)
            edit(.deleteSection(section)) { model, _ in model.removeSection(at: section) }
        case .moveSection:
            let section = Int.random(in: model.sections.indices, using: &random)
            let target = Int.random(in: model.sections.indices, using: &random)
            edit(.moveSection(section, to: target)) { model, _ in
                model.moveSection(from: section, to: target)
            }
        case .insertAd:
            guard let path = model.paths.filter({ $0.row > 0 }).randomElement(using: &random)
            else { return nil }
            adCount += 1
            layout.insertAd(FeedAdHandle(adCount), at: path)
            model.insertAd(FeedAdHandle(adCount), at: path)
        }
        counts[kind, default: 0] += 1
        return complaint.map { "after \(kind): \($0)" }
    }

    private mutating func chooseKind() -> Kind {
        if model.sections.isEmpty { return .insertSection }
        let isBig = model.paths.count > 24 || model.sections.count > 4
        var kinds: [Kind] = [.deleteItem, .moveItem, .moveSection]
        kinds += isBig ? [.deleteItem] : [.insertItem, .insertItem, .insertSection, .insertAd]
        if model.sections.count > 2 { kinds.append(.deleteSection) }
        return kinds.randomElement(using: &random)!
    }

    private mutating func edit(
        _ edit: FeedEdit, _ change: (inout FeedModel<Int>, Int) -> Void
    ) {
        itemCount += 1
        change(&model, itemCount)
        let displaced = layout.apply(edit)
        displacedCount += displaced.count
        model.removeRows(at: displaced.compactMap(\.path))
        tracked.apply(edit)
        let items = model.items
        trackedItems.formIntersection(items)
        // Sometimes track another item.
        if trackedItems.count < 4, let path = randomItemPath() {
            tracked = ItemPaths(tracked.paths + [path])
            trackedItems = Set(tracked.paths.compactMap { model.item(at: $0) })
        }
    }

    private mutating func randomPath(of layout: FeedLayout? = nil, extra: Int) -> FeedPath {
        let counts = (layout ?? self.layout).itemCounts
        let section = Int.random(in: counts.indices, using: &random)
        let row = Int.random(in: 0..<counts[section] + extra, using: &random)
        return FeedPath(section: section, row: row)
    }

    private mutating func randomItemPath() -> FeedPath? {
        let paths = layout.itemCounts.enumerated().flatMap { section, count in
            (0..<count).map { FeedPath(section: section, row: $0) }
        }
        return paths.randomElement(using: &random)
    }

    /// The first difference between layout and rows.
    private var complaint: String? {
        if layout.itemCounts != model.itemCounts { return "item counts" }
        var position = 0
        for (section, rows) in model.sections.enumerated() {
            var item = FeedPath(section: section, row: 0)
            for (row, content) in rows.enumerated() {
                let path = FeedPath(section: section, row: row)
                guard layout.position(of: path) == position, layout.path(at: position) == path
                else { return "position \(position) of \(path)" }
                switch content {
                case .ad(let handle):
                    guard layout.handle(at: path) == handle, layout.path(of: handle) == path,
                        layout.original(of: path) == nil
                    else { return "ad at \(path)" }
                    if row == 0 { return "ad on top at \(path)" }
                case .item:
                    guard layout.original(of: path) == item, layout.adjusted(item) == path,
                        layout.handle(at: path) == nil
                    else { return "item at \(path)" }
                    item.row += 1
                }
                position += 1
            }
            guard layout.rowCount(ofSection: section) == rows.count,
                layout.adjusted(item) == FeedPath(section: section, row: rows.count),
                layout.original(of: FeedPath(section: section, row: rows.count)) == nil
            else { return "end of section \(section)" }
        }
        if layout.path(at: position) != nil { return "a row after the last" }
        let items = Set(tracked.paths.compactMap { model.item(at: $0) })
        return items == trackedItems ? nil : "items that were kept in mind"
    }
}

extension FeedModel<Int> {
    fileprivate var items: [Int] { sections.flatMap(\.items) }

    fileprivate func item(at original: FeedPath) -> Int? {
        guard sections.indices.contains(original.section) else { return nil }
        let items = sections[original.section].items
        return items.indices.contains(original.row) ? items[original.row] : nil
    }
}

extension [FeedRow<Int>] {
    fileprivate var items: [Int] {
        compactMap {
            switch $0 {
            case .item(let item): item
            case .ad: nil
            }
        }
    }
}
