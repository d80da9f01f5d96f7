// Changes of the feed itself.
extension FeedMachine {
    /// Updates the number of items. If it changed without an edit, the feed was rebuilt.
    mutating func count(_ itemCounts: [Int], _ effects: inout [Effect]) {
        if itemCounts != layout.itemCounts { rebuild(itemCounts, &effects) }
    }

    /// The feed was rebuilt. Unless it was cleaned before, its ads lose their rows but are kept.
    mutating func rebuild(_ itemCounts: [Int], _ effects: inout [Effect]) {
        let handles = layout.handles
        for handle in handles { takeOut(handle, at: layout.path(of: handle), &effects) }
        layout = FeedLayout(itemCounts: itemCounts)
        layoutVersion += 1
        visible = nil
        for handle in handles { keepDisplaced(handle) }
        if !handles.isEmpty { effects.append(.reload) }
    }

    /// Applies an edit. The host reports the visible rows later.
    mutating func apply(_ edit: FeedEdit, _ effects: inout [Effect]) {
        guard layout.problem(with: edit) == nil else { return }
        let displaced = layout.apply(edit)
        layoutVersion += 1
        appAds.apply(edit)
        customPaths.apply(edit)
        for ad in displaced {
            takeOut(ad.handle, at: ad.path, &effects)
            keepDisplaced(ad.handle)
        }
        let paths = displaced.compactMap(\.path).sorted()
        if !paths.isEmpty { effects.append(.deleteRows(paths)) }
    }

    /// Ends everything before the host rebuilds its data (rule I10).
    mutating func clean(_ milliseconds: Int64, _ effects: inout [Effect]) {
        for placement in served.placements {
            if case .loading(let id, _) = lines[placement.name]?.phase {
                effects.append(.cancel(id))
            }
        }
        let paths = layout.adPaths
        for handle in layout.handles {
            takeOut(handle, at: layout.path(of: handle), &effects)
        }
        layout.removeAds()
        layoutVersion += 1
        if !paths.isEmpty { effects.append(.deleteRows(paths)) }
        ads = [:]
        lines = [:]
        prerolls = []
        appAds = ItemPaths()
        customPaths = ItemPaths()
        visible = nil
        key = key.next(milliseconds: milliseconds)
    }

    /// Ends an ad's playback before it loses its row.
    private mutating func takeOut(
        _ handle: FeedAdHandle, at path: FeedPath?, _ effects: inout [Effect]
    ) {
        hide(handle, &effects)
        stop(handle, .removed, &effects)
        effects.append(tell(.removed, handle, at: path))
    }

    private mutating func keepDisplaced(_ handle: FeedAdHandle) {
        guard let placement = ads[handle]?.placement else { return }
        lines[placement]?.kept.append(handle)
    }
}

// MARK: - Visibility

extension FeedMachine {
    mutating func scrolled(_ paths: ClosedRange<FeedPath>?, _ effects: inout [Effect]) {
        visible = paths.flatMap { paths in
            guard let first = layout.position(of: paths.lowerBound),
                let last = layout.position(of: paths.upperBound)
            else { return nil }
            return first...last
        }
        updateStatus(&effects)
    }

    mutating func setActivity(_ activity: FeedActivity, _ effects: inout [Effect]) {
        self.activity = activity
        updateStatus(&effects)
        switch activity {
        case .active: if let last = visible?.upperBound { consider(last + 1, &effects) }
        case .inactive: break
        }
    }
}

// MARK: - Events

extension FeedMachine {
    /// The ad as shown in its row.
    package func view(of handle: FeedAdHandle) -> FeedAdView? {
        guard let ad = ads[handle] else { return nil }
        let playback: FeedAdView.Playback =
            switch ad.playback {
            case .stopped: .stopped
            case .silent, .asking: .silent
            case .audible: .audible
            }
        return FeedAdView(
            id: handle, ad: ad.ad, rowHeight: ad.height + 2 * settings.verticalMargin,
            playback: playback)
    }

    func tell(_ kind: FeedEvent.Kind, _ placement: String, place: Int) -> Effect {
        .tell(FeedEvent(kind: kind, placement: placement, place: place))
    }

    func tell(_ kind: FeedEvent.Kind, _ handle: FeedAdHandle, at path: FeedPath? = nil) -> Effect {
        let ad = ads[handle]
        return .tell(
            FeedEvent(
                kind: kind, placement: ad?.placement ?? served.name, place: ad?.place ?? 0,
                ad: ad?.ad.id, handle: handle, path: path ?? layout.path(of: handle)))
    }
}
