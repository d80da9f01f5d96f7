/// The number of items per section, and the rows of the ads among them.
///
/// An *original* path counts items only, as in the host's data. An *adjusted* path counts rows as
/// shown, ads included. A *position* is an adjusted row counted over all sections.
package struct FeedLayout: Hashable, Sendable {
    /// The number of items per section, without ads.
    package internal(set) var itemCounts: [Int]

    /// The ads of each section, from the top.
    var adRows: [[AdRow]]

    struct AdRow: Hashable {
        var row: Int
        let handle: FeedAdHandle
    }

    package init(itemCounts: [Int]) {
        self.itemCounts = itemCounts
        adRows = itemCounts.map { _ in [] }
    }

    /// Ads included.
    package func rowCount(ofSection section: Int) -> Int {
        itemCounts[section] + adRows[section].count
    }

    /// Ads included.
    package var rowCount: Int {
        itemCounts.indices.reduce(0) { $0 + rowCount(ofSection: $1) }
    }

    /// Whether the adjusted path has a row.
    package func contains(_ path: FeedPath) -> Bool {
        itemCounts.indices.contains(path.section)
            && (0..<rowCount(ofSection: path.section)).contains(path.row)
    }
}

// MARK: - Positions

extension FeedLayout {
    /// The position of an adjusted path; `nil` if it has no row.
    package func position(of path: FeedPath) -> Int? {
        guard contains(path) else { return nil }
        return (0..<path.section).reduce(path.row) { $0 + rowCount(ofSection: $1) }
    }

    /// The adjusted path of `position`; `nil` if it has no row.
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
    /// The original path of the item at an adjusted path; `nil` for an ad, and if there is no row.
    package func original(of path: FeedPath) -> FeedPath? {
        guard contains(path), handle(at: path) == nil else { return nil }
        let adCount = adRows[path.section].count { $0.row <= path.row }
        return FeedPath(section: path.section, row: path.row - adCount)
    }

    /// The adjusted path of the item at an original path.
    ///
    /// The path after a section's last item gives the row after the section's rows. `nil` for any
    /// other path outside the feed.
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
    /// The ad at an adjusted path.
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

    /// The ads with a row, from the top.
    package var handles: [FeedAdHandle] { adRows.flatMap { $0.map(\.handle) } }

    /// The ads in the rows at these positions, from the top.
    package func handles(at positions: ClosedRange<Int>) -> [FeedAdHandle] {
        var first = 0
        var found: [FeedAdHandle] = []
        for section in itemCounts.indices {
            for ad in adRows[section] where positions.contains(first + ad.row) {
                found.append(ad.handle)
            }
            first += rowCount(ofSection: section)
        }
        return found
    }

    /// The adjusted paths of the ads, from the top.
    package var adPaths: [FeedPath] {
        adRows.enumerated().flatMap { section, ads in
            ads.map { FeedPath(section: section, row: $0.row) }
        }
    }

    /// Inserts an ad at an adjusted path of the feed; the rows below move down.
    package mutating func insertAd(_ handle: FeedAdHandle, at path: FeedPath) {
        shiftAds(ofSection: path.section, from: path.row, by: 1)
        adRows[path.section].append(AdRow(row: path.row, handle: handle))
        adRows[path.section].sort { $0.row < $1.row }
    }

    /// Removes all ads and keeps the items.
    package mutating func removeAds() {
        adRows = itemCounts.map { _ in [] }
    }

    /// Moves the ads of a section from `row` on.
    mutating func shiftAds(ofSection section: Int, from row: Int, by count: Int) {
        for index in adRows[section].indices where adRows[section][index].row >= row {
            adRows[section][index].row += count
        }
    }
}
