// Inserting a loaded ad.
extension FeedMachine {
    /// Asks the host where the ad may appear, or keeps the ad if there is no position for it.
    mutating func offer(
        _ handle: FeedAdHandle, of placement: Placement, _ insertion: FeedInsertion,
        _ effects: inout [Effect]
    ) {
        guard insertion == .preroll || activity == .active else {
            return keep(handle, of: placement)
        }
        switch place(for: placement) {
        case .free(let position):
            guard let path = layout.path(at: position), let view = view(of: handle) else { return }
            let ticket = makeTicket()
            lines[placement.name]?.phase = .offered(ticket, handle, insertion)
            effects.append(.offer(ticket, view, at: path, insertion))
        case .taken: refuse(handle, of: placement, .noPlace, &effects)
        case .beyondEnd: refuse(handle, of: placement, .tooShort, &effects)
        }
    }

    /// Offers a kept ad on the next turn, if there is a position for it.
    mutating func reoffer(
        _ handle: FeedAdHandle, of placement: Placement, _ effects: inout [Effect]
    ) {
        guard activity == .active, case .free = place(for: placement) else { return }
        let ticket = makeTicket()
        lines[placement.name]?.kept.removeAll { $0 == handle }
        lines[placement.name]?.phase = .waiting(ticket, handle)
        effects.append(.enqueueTurn(ticket))
    }

    /// The host's answer to an offer.
    mutating func answered(
        _ ticket: FeedTicket, _ path: FeedPath?, _ effects: inout [Effect]
    ) {
        for placement in served.placements {
            guard case .offered(ticket, let handle, let insertion) = lines[placement.name]?.phase
            else { continue }
            guard let path, mayStand(at: path) else {
                return refuse(handle, of: placement, .host, at: path, &effects)
            }
            switch insertion {
            case .preroll: insert(handle, of: placement, at: path, &effects)
            case .later:
                let turn = makeTicket()
                lines[placement.name]?.phase = .due(
                    turn, handle, at: path, layoutVersion: layoutVersion)
                effects.append(.enqueueTurn(turn))
            }
            return
        }
        staleCount += 1
    }

    /// A turn: inserts an ad's row or offers an ad.
    mutating func turn(_ ticket: FeedTicket, _ effects: inout [Effect]) {
        for placement in served.placements {
            switch lines[placement.name]?.phase {
            case .due(ticket, let handle, let path, let version):
                // The host's answer is valid only for the layout that it was given for.
                if activity == .active, version == layoutVersion, mayStand(at: path) {
                    insert(handle, of: placement, at: path, &effects)
                } else {
                    offer(handle, of: placement, .later, &effects)
                }
                return
            case .waiting(ticket, let handle):
                return offer(handle, of: placement, .later, &effects)
            case .idle, .loading, .waiting, .offered, .due, nil:
                continue
            }
        }
        staleCount += 1
    }

    private mutating func insert(
        _ handle: FeedAdHandle, of placement: Placement, at path: FeedPath,
        _ effects: inout [Effect]
    ) {
        guard let view = view(of: handle) else { return }
        lines[placement.name]?.phase = .idle
        // An ad that had a row before was already counted.
        if ads[handle]?.place == lines[placement.name]?.place { lines[placement.name]?.place += 1 }
        // The layout counts the row before the host is told, because the host's data must have it
        // by then.
        layout.insertAd(handle, at: path)
        layoutVersion += 1
        effects += [.insertRow(view, at: path), tell(.inserted, handle)]
        updateStatus(&effects)
    }

    private mutating func refuse(
        _ handle: FeedAdHandle, of placement: Placement, _ refusal: FeedEvent.Refusal,
        at path: FeedPath? = nil, _ effects: inout [Effect]
    ) {
        keep(handle, of: placement)
        effects.append(tell(.refused(refusal), handle, at: path))
    }

    /// Keeps an ad without a row for later; it counts as requested.
    private mutating func keep(_ handle: FeedAdHandle, of placement: Placement) {
        lines[placement.name]?.phase = .idle
        lines[placement.name]?.kept.append(handle)
    }

    mutating func makeTicket() -> FeedTicket {
        ticketCount += 1
        return FeedTicket(ticketCount)
    }
}
