// What a host does as it shows its rows.
extension StreamAdHelper {
    /// Looks for one ad that is there already, and has it inserted at once (the seed's `preroll`,
    /// rule I2). To be called when the host's data are there and its feed was not shown yet;
    /// `visibleCount` is how many rows will be in view.
    public func preroll(visibleCount: Int = 5) {
        countItems()
        send(.preroll(visibleCount: visibleCount))
    }

    /// The ad of the row at `path`, or `nil` if the row is the host's own (the seed's
    /// `requestADAtPosition:`, rule I3). To be called for every row that is drawn: that is
    /// also when the next ad is asked for.
    @discardableResult
    public func requestAd(at path: FeedPath) -> FeedAdView? {
        countItems()
        send(.drawn(path))
        return view(at: path)
    }

    /// Takes in which rows are in view (the seed's `updateVisiblePosition:` and
    /// `scrollViewDidScroll:tableView:`, rule I9).
    public func updateVisiblePosition() {
        countItems()
        noteMotion()
        send(.scrolled(host?.visiblePaths))
    }

    /// Starts and stops ads by whether the feed is at rest (the seed's `scrollViewStateChanged`,
    /// rule I9). To be called when it appears and disappears, when a drag ends and it does not
    /// roll on, and when it has stopped rolling.
    public func scrollViewStateChanged() {
        noteMotion()
    }

    private func noteMotion() {
        if let delegate { send(.motionChanged(delegate.checkIdle())) }
    }

    /// Cleans, has `rebuild` change the host's data, and shows them, in the order that keeps both
    /// of one mind (rule I10).
    public func refresh(rebuilding rebuild: () -> Void) {
        cleanAds()
        rebuild()
        host?.reload()
        updateVisiblePosition()
    }

    /// Takes in that the host has built its rows anew, without ads. Those that there were wait for
    /// another row; ``refresh(rebuilding:)`` begins without them.
    public func rowsWereRebuilt() {
        if let host { send(.rebuilt(host.itemCounts)) }
    }

    /// Takes in a change of the host's items, after the host has made it.
    ///
    /// Throws, and changes nothing, if there is no such item or section.
    public func edit(_ edit: FeedEdit) throws(FeedEditError) {
        if let problem = machine.layout.problem(with: edit) { throw problem }
        send(.edited(edit))
    }
}

// MARK: - What is where

extension StreamAdHelper {
    /// The ad of the row at `path`, as ``requestAd(at:)`` gives it, without asking for another.
    public func view(at path: FeedPath) -> FeedAdView? {
        machine.layout.handle(at: path).flatMap(machine.view(of:))
    }

    /// Whether the row at `path` is an ad (the seed's `isAdAtIndexPath:`). Rows that are cannot be
    /// selected, edited or moved (rule I11).
    public func isAd(at path: FeedPath) -> Bool {
        machine.layout.handle(at: path) != nil
    }

    /// Whether the row at `path` is the host's own, and may be selected, edited and moved.
    public func isSelectable(at path: FeedPath) -> Bool {
        machine.layout.original(of: path) != nil
    }

    /// The ads that have a row, from the top down (the seed's `getLoadedAds`).
    public var loadedAds: [FeedAdView] {
        machine.layout.handles.compactMap(machine.view(of:))
    }

    /// The paths of the rows with ads, from the top down (`getAddedPosition` on Android).
    public var adPaths: [FeedPath] { machine.layout.adPaths }

    /// Where the row of an ad is now; `nil` if it has none.
    public func path(of handle: FeedAdHandle) -> FeedPath? {
        machine.layout.path(of: handle)
    }

    /// Which of its section's items, not counting ads, the row at `path` shows; `nil` for an ad.
    public func originalPath(forAdjusted path: FeedPath) -> FeedPath? {
        machine.layout.original(of: path)
    }

    /// In which row, counting ads, an item is shown; `nil` for an item that there is not.
    public func adjustedPath(forOriginal path: FeedPath) -> FeedPath? {
        machine.layout.adjusted(path)
    }

    /// How many rows, counting ads, a section has whose items the helper knows of.
    public func rowCount(ofSection section: Int) -> Int {
        machine.layout.rowCount(ofSection: section)
    }

    /// Whether this feed is the one that is looked at (the seed's `isActiveSection`).
    public var isActiveSection: Bool { machine.activity == .active }
}
