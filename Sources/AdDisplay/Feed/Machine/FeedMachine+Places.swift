// Where an ad may stand.
extension FeedMachine {
    /// The first position below all that the listener sees.
    var firstUnseen: Int { visible.map { $0.upperBound + 1 } ?? 0 }

    /// The first position at which the placement's frequency lets its next ad appear.
    func earliest(for placement: Placement) -> Int {
        guard let path = layout.adPaths.last, let position = layout.position(of: path),
            let handle = layout.handle(at: path), let last = ads[handle]
        else { return placement.firstPosition }
        if last.placement == placement.name { return placement.next(after: position) }
        // Another placement's turn has come; all it keeps to is that no two ads touch.
        return max(placement.firstPosition, position + 2)
    }

    /// The positions right above the items that the host has named, without those that have their
    /// ad, from the top down.
    var freeCustomPositions: [Int] {
        customPaths.paths.compactMap { original in
            guard let path = layout.adjusted(original), let position = layout.position(of: path),
                position >= firstUnseen, window.contains(position),
                path.row > 0, layout.handle(at: path.above) == nil
            else { return nil }
            return position
        }
    }

    /// Where the next ad of a placement would appear.
    func place(for placement: Placement) -> Place {
        if !customPaths.paths.isEmpty {
            let position = freeCustomPositions.first(where: placement.serves)
            return position.map { .free(at: $0) } ?? .taken
        }
        var position = max(firstUnseen, earliest(for: placement), window.lowerBound)
        let prohibited = prohibitedPositions
        while position < min(placement.maxPos ?? .max, window.upperBound) {
            guard let path = layout.path(at: position) else { return .beyondEnd }
            if path.row > 0, !prohibited.contains(position),
                served.placement(at: position) == placement
            {
                return .free(at: position)
            }
            position += 1
        }
        return .taken
    }

    enum Place: Hashable {
        case free(at: Int)
        /// Nowhere, however long the feed gets.
        case taken
        /// Nowhere in the rows that the feed has.
        case beyondEnd
    }

    /// Whether the host may give an ad the row at `path` (rule I4): there is a row
    /// that moves down, it is not its section's first, and the listener does not see it yet.
    func mayStand(at path: FeedPath) -> Bool {
        guard path.row > 0, let position = layout.position(of: path) else { return false }
        return position >= firstUnseen
    }

    /// The positions of the host's own ads, and those right below them.
    private var prohibitedPositions: Set<Int> {
        let positions = appAds.paths.compactMap {
            layout.adjusted($0).flatMap(layout.position(of:))
        }
        return Set(positions.flatMap { [$0, $0 + 1] })
    }
}

extension FeedPath {
    /// The row above, in the same section.
    fileprivate var above: FeedPath { FeedPath(section: section, row: row - 1) }
}
