// Calls of a host that shows its rows.
extension StreamAdHelper {
    /// Inserts at most one ad that is available at once (the seed's `preroll`, rule I2).
    ///
    /// Call it when the host has its data, and before the feed is first shown. `visibleCount` is
    /// the number of rows that will be visible.
    public func preroll(visibleCount: Int = 5) {
        countItems()
        send(.preroll(visibleCount: visibleCount))
    }

    /// The ad of the row at `path`; `nil` for the host's own rows (the seed's
    /// `requestADAtPosition:`, rule I3).
    ///
    /// Call it for every row that is drawn, because it also requests the next ad.
    @discardableResult
    public func requestAd(at path: FeedPath) -> FeedAdView? {
        countItems()
        send(.drawn(path))
        return view(at: path)
    }

    /// Updates the visible rows (the seed's `updateVisiblePosition:` and
    /// `scrollViewDidScroll:tableView:`, rule I9).
    public func updateVisiblePosition() {
        countItems()
        noteMotion()
        send(.scrolled(host?.visiblePaths))
    }

    /// Starts and stops ads depending on whether the feed is at rest (the seed's
    /// `scrollViewStateChanged`, rule I9).
    ///
    /// Call it when the feed appears and disappears, when a drag ends without scrolling on, and
    /// when scrolling ends.
    public func scrollViewStateChanged() {
        noteMotion()
    }

    private func noteMotion() {
        if let delegate { send(.motionChanged(delegate.checkIdle())) }
    }

    /// Cleans the ads, calls `rebuild` to change the host's data, and reloads, in the order that
    /// keeps host and helper consistent (rule I10).
    public func refresh(rebuilding rebuild: () -> Void) {
        cleanAds()
        rebuild()
        host?.reload()
        updateVisiblePosition()
    }

    /// The host has rebuilt its rows without ads. The ads that had rows wait for new ones;
    /// ``refresh(rebuilding:)`` discards them instead.
    public func rowsWereRebuilt() {
        if let host { send(.rebuilt(host.itemCounts)) }
    }

    /// Applies a change of the items that the host has already made.
    ///
    /// Throws, and changes nothing, if the item or section does not exist.
    public func edit(_ edit: FeedEdit) throws(FeedEditError) {
        if let problem = machine.layout.problem(with: edit) { throw problem }
        send(.edited(edit))
    }
}

// MARK: - Rows

extension StreamAdHelper {
    /// The ad of the row at `path`, like ``requestAd(at:)``, but without requesting another.
    public func view(at path: FeedPath) -> FeedAdView? {
        machine.layout.handle(at: path).flatMap(machine.view(of:))
    }

    /// Whether the row at `path` is an ad (the seed's `isAdAtIndexPath:`). Such rows cannot be
    /// selected, edited or moved (rule I11).
    public func isAd(at path: FeedPath) -> Bool {
        machine.layout.handle(at: path) != nil
    }

    /// Whether the row at `path` is the host's own.
    public func isSelectable(at path: FeedPath) -> Bool {
        machine.layout.original(of: path) != nil
    }

    /// The ads that have a row, from the top (the seed's `getLoadedAds`).
    public var loadedAds: [FeedAdView] {
        machine.layout.handles.compactMap(machine.view(of:))
    }

    /// The paths of the rows with ads, from the top (`getAddedPosition` on Android).
    public var adPaths: [FeedPath] { machine.layout.adPaths }

    /// The current path of an ad's row; `nil` if it has none.
    public func path(of handle: FeedAdHandle) -> FeedPath? {
        machine.layout.path(of: handle)
    }

    /// The index of the item at `path` in its section, without ads; `nil` for an ad.
    public func originalPath(forAdjusted path: FeedPath) -> FeedPath? {
        machine.layout.original(of: path)
    }

    /// The row of an item, ads included; `nil` if there is no such item.
    public func adjustedPath(forOriginal path: FeedPath) -> FeedPath? {
        machine.layout.adjusted(path)
    }

    /// The number of rows in a section, ads included.
    public func rowCount(ofSection section: Int) -> Int {
        machine.layout.rowCount(ofSection: section)
    }

    /// Whether this feed is the active one (the seed's `isActiveSection`).
    public var isActiveSection: Bool { machine.activity == .active }
}
