// Requesting ads.
extension FeedMachine {
    /// A row is drawn, so an ad may be needed below it (rule I3).
    mutating func drawn(_ path: FeedPath, _ effects: inout [Effect]) {
        guard let position = layout.position(of: path) else { return }
        consider(position + 1, &effects)
    }

    /// Requests an ad if one is needed at `position`.
    mutating func consider(_ position: Int, _ effects: inout [Effect]) {
        guard let placement = wanted(at: position) else { return }
        if let handle = lines[placement.name]?.kept.first {
            reoffer(handle, of: placement, &effects)
        } else if ads.count < Self.maximumAdCount {
            request(placement, &effects)
        }
    }

    /// The placement whose next ad may be at `position`, unless it is already loading one.
    private func wanted(at position: Int) -> Placement? {
        guard position >= firstUnseen, window.contains(position),
            let placement = served.placement(at: position),
            lines[placement.name, default: PlacementLine()].phase == .idle
        else { return nil }
        if customPaths.paths.isEmpty {
            return position >= earliest(for: placement) ? placement : nil
        }
        return freeCustomPositions.contains(where: placement.serves) ? placement : nil
    }

    private mutating func request(_ placement: Placement, _ effects: inout [Effect]) {
        let request = makeRequest(for: placement, .later)
        effects += [
            .armTimer(request.id, after: settings.timeout),
            .load(request),
            tell(.requested, placement.name, place: request.place),
        ]
    }

    private mutating func makeRequest(
        for placement: Placement, _ insertion: FeedInsertion
    ) -> FeedAdRequest {
        requestCount += 1
        let id = FeedAdRequest.ID(requestCount)
        lines[placement.name, default: PlacementLine()].phase = .loading(id, insertion)
        return FeedAdRequest(
            id: id, key: key, placement: placement.name,
            place: lines[placement.name, default: PlacementLine()].place,
            width: settings.preferredAdWidth)
    }
}

// MARK: - Preroll

extension FeedMachine {
    /// Looks for one ad among the placements of the first visible rows (rule I2).
    mutating func preroll(_ visibleCount: Int, _ effects: inout [Effect]) {
        guard ads.isEmpty, prerolls.isEmpty else { return }
        let candidates = (0..<max(0, min(visibleCount, layout.rowCount)))
            .filter(window.contains)
            .compactMap { served.placement(at: $0) }
        prerolls = served.placements.filter(candidates.contains)[...]
        askNextPreroll(&effects)
    }

    mutating func askNextPreroll(_ effects: inout [Effect]) {
        guard let placement = prerolls.popFirst() else { return }
        guard lines[placement.name, default: PlacementLine()].phase == .idle else {
            return askNextPreroll(&effects)
        }
        let request = makeRequest(for: placement, .preroll)
        effects += [
            tell(.requested, placement.name, place: request.place),
            .takeReady(request),
        ]
    }
}

// MARK: - Answers

extension FeedMachine {
    mutating func loaded(_ id: FeedAdRequest.ID, _ ad: FeedAd, _ effects: inout [Effect]) {
        guard let (placement, insertion) = endRequest(id) else { return }
        if insertion == .later { effects.append(.disarmTimer(id)) }
        prerolls = []
        handleCount += 1
        let handle = FeedAdHandle(handleCount)
        ads[handle] = LoadedAd(
            ad, placement: placement.name,
            place: lines[placement.name, default: PlacementLine()].place)
        effects.append(tell(.loaded, handle))
        offer(handle, of: placement, insertion, &effects)
    }

    mutating func failed(
        _ id: FeedAdRequest.ID, _ failure: FeedAdFailure, _ effects: inout [Effect]
    ) {
        guard let (placement, insertion) = endRequest(id) else { return }
        if insertion == .later {
            effects.append(failure == .timeout ? .cancel(id) : .disarmTimer(id))
        }
        let place = lines[placement.name, default: PlacementLine()].place
        effects.append(tell(.failed(failure), placement.name, place: place))
        if insertion == .preroll { askNextPreroll(&effects) }
    }

    /// Ends a request, so that its placement can request again; `nil` if it has already ended.
    private mutating func endRequest(_ id: FeedAdRequest.ID) -> (Placement, FeedInsertion)? {
        for placement in served.placements {
            guard case .loading(id, let insertion) = lines[placement.name]?.phase else { continue }
            lines[placement.name]?.phase = .idle
            return (placement, insertion)
        }
        staleCount += 1
        return nil
    }
}
