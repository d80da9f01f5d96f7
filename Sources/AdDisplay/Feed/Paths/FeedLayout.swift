/// How many items the sections of a feed have, and in which rows ads stand among them.
///
/// An *original* path counts items alone, as the host's data do. An *adjusted* path counts rows as
/// they are seen, ads among them. A *position* is an adjusted row counted through over all
/// sections.
package struct FeedLayout: Hashable, Sendable {
    /// The items of each section, without ads.
    package internal(set) var itemCounts: [Int]

    /// The ads of each section, from the top down.
    var adRows: [[AdRow]]

    struct AdRow: Hashable {
        var row: Int
        let handle: FeedAdHandle
    }

    package init(itemCounts: [Int]) {
        self.itemCounts = itemCounts
        adRows = itemCounts.map { _ in [] }
    }

    /// How many rows a section has, ads among them.
    package func rowCount(ofSection section: Int) -> Int {
        itemCounts[section] + adRows[section].count
    }

    /// How many rows the feed has.
    package var rowCount: Int {
        itemCounts.indices.reduce(0) { $0 + rowCount(ofSection: $1) }
    }

    /// Whether there is a row, of an item or of an ad, at the adjusted path.
    package func contains(_ path: FeedPath) -> Bool {
        itemCounts.indices.contains(path.section)
            && (0..<rowCount(ofSection: path.section)).contains(path.row)
    }
}

// MARK: - Positions

extension FeedLayout {
    /// The position of the row at an adjusted path; `nil` if there is none.
    package func position(of path: FeedPath) -> Int? {
        guard contains(path) else { return nil }
        return (0..<path.section).reduce(path.row) { $0 + rowCount(ofSection: $1) }
    }

    /// The adjusted path of the row at `position`; `nil` if there is none.
    package func path(at position: Int) -> FeedPath? {
        guard position >= 0 else { return nil }
        var row = position
        for section in itemCounts.indices {
            let count = rowCount(ofSection: section)
            if row < count { return FeedPath(section: section, row: row) }
            row -= count
        }
        return nil
    }
}

// MARK: - Original and adjusted paths

extension FeedLayout {
    /// The original path of the item at an adjusted path; `nil` for an ad's row, and for no row.
    package func original(of path: FeedPath) -> FeedPath? {
        guard contains(path), handle(at: path) == nil else { return nil }
        let adCount = adRows[path.section].count { $0.row <= path.row }
        return FeedPath(section: path.section, row: path.row - adCount)
    }

    /// The adjusted path of the item at an original path.
    ///
    /// Also takes the path right after a section's last item, whose row is the one after all rows.
    /// `nil` for any other path that is not in the feed.
    package func adjusted(_ path: FeedPath) -> FeedPath? {
        guard itemCounts.indices.contains(path.section),
            (0...itemCounts[path.section]).contains(path.row)
        else { return nil }
        var row = path.row
        for ad in adRows[path.section] where ad.row <= row { row += 1 }
        return FeedPath(section: path.section, row: row)
    }
}

// MARK: - Ads

extension FeedLayout {
    /// The ad whose row is at an adjusted path.
    package func handle(at path: FeedPath) -> FeedAdHandle? {
        guard adRows.indices.contains(path.section) else { return nil }
        return adRows[path.section].first { $0.row == path.row }?.handle
    }

    /// The adjusted path of an ad's row; `nil` if it has none.
    package func path(of handle: FeedAdHandle) -> FeedPath? {
        for (section, ads) in adRows.enumerated() {
            if let ad = ads.first(where: { $0.handle == handle }) {
                return FeedPath(section: section, row: ad.row)
            }
        }
        return nil
    }

    /// The ads with a row, from the top down.
    package var handles: [FeedAdHandle] { adRows.flatMap { $0.map(\.handle) } }

    /// The adjusted paths of the ads' rows, from the top down.
    package var adPaths: [FeedPath] {
        adRows.enumerated().flatMap { section, ads in
            ads.map { FeedPath(section: section, row: $0.row) }
        }
    }

    /// Gives an ad the row at an adjusted path that is in the feed; what was there, and what is
    /// below it in its section, moves down by one.
    package mutating func insertAd(_ handle: FeedAdHandle, at path: FeedPath) {
        shiftAds(ofSection: path.section, from: path.row, by: 1)
        adRows[path.section].append(AdRow(row: path.row, handle: handle))
        adRows[path.section].sort { $0.row < $1.row }
    }

    /// Takes all ads out, and leaves the items.
    package mutating func removeAds() {
        adRows = itemCounts.map { _ in [] }
    }

    /// Moves the ads of a section that stand at `row` or below it.
    mutating func shiftAds(ofSection section: Int, from row: Int, by count: Int) {
        for index in adRows[section].indices where adRows[section][index].row >= row {
            adRows[section][index].row += count
        }
    }
}
