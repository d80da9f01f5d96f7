// The positions for ads.
extension FeedMachine {
    /// The first position below all visible rows.
    var firstUnseen: Int { visible.map { $0.upperBound + 1 } ?? 0 }

    /// The first position that the placement's frequency allows for its next ad.
    func earliest(for placement: Placement) -> Int {
        guard let path = layout.adPaths.last, let position = layout.position(of: path),
            let handle = layout.handle(at: path), let last = ads[handle]
        else { return placement.firstPosition }
        if last.placement == placement.name { return placement.next(after: position) }
        // After an ad of another placement, the only rule is that two ads never touch.
        return max(placement.firstPosition, position + 2)
    }

    /// The positions above the items named by the host that have no ad yet, from the top.
    var freeCustomPositions: [Int] {
        customPaths.paths.compactMap { original in
            guard let path = layout.adjusted(original), let position = layout.position(of: path),
                position >= firstUnseen, window.contains(position),
                path.row > 0, layout.handle(at: path.above) == nil
            else { return nil }
            return position
        }
    }

    /// The position of a placement's next ad.
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
        /// None, whatever the length of the feed.
        case taken
        /// None in the current rows.
        case beyondEnd
    }

    /// Whether the host may insert an ad at `path` (rule I4): a row moves down, it is not the first
    /// of its section, and it is not visible yet.
    func mayStand(at path: FeedPath) -> Bool {
        guard path.row > 0, let position = layout.position(of: path) else { return false }
        return position >= firstUnseen
    }

    /// The positions of the host's own ads, and those below them.
    private var prohibitedPositions: Set<Int> {
        let positions = appAds.paths.compactMap {
            layout.adjusted($0).flatMap(layout.position(of:))
        }
        return Set(positions.flatMap { [$0, $0 + 1] })
    }
}

extension FeedPath {
    /// The row above in the same section.
    fileprivate var above: FeedPath { FeedPath(section: section, row: row - 1) }
}
