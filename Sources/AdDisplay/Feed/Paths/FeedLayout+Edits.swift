extension FeedLayout {
    /// An ad that lost its row through an edit.
    package struct DisplacedAd: Hashable, Sendable {
        package let handle: FeedAdHandle

        /// The adjusted path of the row that the host still shows after the edit; `nil` if the row
        /// is gone with its section.
        package let path: FeedPath?
    }

    /// Why an edit is impossible; `nil` if it is possible.
    package func problem(with edit: FeedEdit) -> FeedEditError? {
        switch edit {
        case .insertItem(let path): missing(path, extra: 1)
        case .deleteItem(let path): missing(path)
        case .moveItem(let path, let target):
            missing(path) ?? missing(target, extra: path.section == target.section ? 0 : 1)
        case .insertSection(let section, let itemCount):
            missing(section, extra: 1) ?? (itemCount < 0 ? .negativeItemCount(itemCount) : nil)
        case .deleteSection(let section): missing(section)
        case .moveSection(let section, let target): missing(section) ?? missing(target)
        }
    }

    /// Applies a possible edit, and returns the ads that lose their rows.
    ///
    /// An ad keeps its position among the items. It loses its row if it would be the first of its
    /// section (rule I4: never row 0), or if no item is left.
    package mutating func apply(_ edit: FeedEdit) -> [DisplacedAd] {
        switch edit {
        case .insertItem(let path):
            put(path)
            return []
        case .deleteItem(let path):
            take(path)
            return takeOutTopAds(ofSection: path.section)
        case .moveItem(let path, let target):
            take(path)
            put(target)
            let displaced = takeOutTopAds(ofSection: path.section)
            guard path.section != target.section else { return displaced }
            return displaced + takeOutTopAds(ofSection: target.section)
        case .insertSection(let section, let itemCount):
            itemCounts.insert(itemCount, at: section)
            adRows.insert([], at: section)
            return []
        case .deleteSection(let section):
            itemCounts.remove(at: section)
            return adRows.remove(at: section).map { DisplacedAd(handle: $0.handle, path: nil) }
        case .moveSection(let section, let target):
            itemCounts.insert(itemCounts.remove(at: section), at: target)
            adRows.insert(adRows.remove(at: section), at: target)
            return []
        }
    }

    private func missing(_ section: Int, extra: Int = 0) -> FeedEditError? {
        (0..<itemCounts.count + extra).contains(section)
            ? nil : .noSuchSection(section, sectionCount: itemCounts.count)
    }

    private func missing(_ path: FeedPath, extra: Int = 0) -> FeedEditError? {
        if let problem = missing(path.section) { return problem }
        let itemCount = itemCounts[path.section]
        return (0..<itemCount + extra).contains(path.row)
            ? nil : .noSuchItem(path, itemCount: itemCount)
    }

    /// Inserts an item at an original path.
    private mutating func put(_ path: FeedPath) {
        guard let row = adjusted(path)?.row else { return }
        shiftAds(ofSection: path.section, from: row, by: 1)
        itemCounts[path.section] += 1
    }

    /// Removes the item at an original path.
    private mutating func take(_ path: FeedPath) {
        guard let row = adjusted(path)?.row else { return }
        shiftAds(ofSection: path.section, from: row, by: -1)
        itemCounts[path.section] -= 1
    }

    private mutating func takeOutTopAds(ofSection section: Int) -> [DisplacedAd] {
        let ads = adRows[section]
        let topCount = zip(ads, ads.indices).prefix { ad, row in ad.row == row }.count
        adRows[section].removeFirst(topCount)
        shiftAds(ofSection: section, from: 0, by: -topCount)
        return ads.prefix(topCount).map {
            DisplacedAd(handle: $0.handle, path: FeedPath(section: section, row: $0.row))
        }
    }
}
