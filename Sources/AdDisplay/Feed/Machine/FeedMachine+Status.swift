// Which ads are visible, and which one is started.
extension FeedMachine {
    /// Updates all ads after a change of what is visible. Ads stop before others start, so two
    /// never play at once.
    mutating func updateStatus(_ effects: inout [Effect]) {
        let inView = handlesInView
        let stay = activity == .active ? Set(inView) : []
        for handle in layout.handles where !stay.contains(handle) {
            hide(handle, &effects)
            switch (activity, motion) {
            case (.inactive, _): stop(handle, .inactive, &effects)
            case (.active, .idle): stop(handle, .outOfView, &effects)
            // An ad that scrolls out of view plays on until the feed is at rest.
            case (.active, .moving): break
            }
        }
        guard activity == .active else { return }
        for handle in inView { show(handle, &effects) }
        startNext(&effects)
    }

    /// The visible ads, from the top.
    private var handlesInView: [FeedAdHandle] {
        visible.map { layout.handles(at: $0) } ?? []
    }

    private mutating func show(_ handle: FeedAdHandle, _ effects: inout [Effect]) {
        guard ads[handle]?.presence == .hidden else { return }
        ads[handle]?.presence = .showing
        effects.append(tell(.shown, handle))
    }

    mutating func hide(_ handle: FeedAdHandle, _ effects: inout [Effect]) {
        guard ads[handle]?.presence == .showing else { return }
        ads[handle]?.presence = .hidden
        if ads[handle]?.standing == .stoppedByListener { ads[handle]?.standing = .seen }
        effects.append(tell(.hidden, handle))
    }

    /// Starts the topmost visible ad unless one plays.
    private mutating func startNext(_ effects: inout [Effect]) {
        guard motion == .idle, settings.autoplay == .whenIdle else { return }
        guard !ads.values.contains(where: \.isPlaying) else { return }
        if let handle = handlesInView.first(where: mayStartByItself) {
            start(handle, .view, &effects)
        }
    }

    private func mayStartByItself(_ handle: FeedAdHandle) -> Bool {
        guard let ad = ads[handle] else { return false }
        return switch ad.standing {
        case .fresh, .seen: true
        case .stoppedByListener: false
        case .finished: settings.replay == .automatic
        }
    }

    private mutating func start(
        _ handle: FeedAdHandle, _ cause: FeedEvent.StartCause, _ effects: inout [Effect]
    ) {
        guard let standing = ads[handle]?.standing else { return }
        ads[handle]?.playback = .silent
        ads[handle]?.standing = .seen
        effects.append(tell(.started(cause), handle))
        switch standing {
        case .fresh: effects.append(tell(.impression, handle))
        case .finished: effects.append(tell(.replayed, handle))
        case .seen, .stoppedByListener: break
        }
    }

    mutating func stop(
        _ handle: FeedAdHandle, _ cause: FeedEvent.StopCause, _ effects: inout [Effect]
    ) {
        guard let ad = ads[handle], ad.isPlaying else { return }
        ads[handle]?.playback = .stopped
        if let ticket = ad.audioTicket { effects.append(.releaseAudio(ticket)) }
        effects.append(tell(.stopped(cause), handle))
    }

    mutating func stopAll(_ effects: inout [Effect]) {
        for handle in layout.handles { stop(handle, .host, &effects) }
    }
}

// MARK: - Commands of the listener

extension FeedMachine {
    /// Starts an ad with sound, and stops the playing one. Only the listener can start an ad with
    /// sound.
    mutating func startByListener(_ handle: FeedAdHandle, _ effects: inout [Effect]) {
        guard activity == .active, layout.path(of: handle) != nil, let ad = ads[handle]?.ad,
            ads[handle]?.audioTicket == nil
        else { return }
        for other in layout.handles where other != handle { stop(other, .another, &effects) }
        if ads[handle]?.playback == .stopped { start(handle, .listener, &effects) }
        guard ad.hasAudio else { return }
        let ticket = makeTicket()
        ads[handle]?.playback = .asking(ticket)
        effects.append(.requestAudio(ticket, ad.advertisement))
    }

    mutating func stopByListener(_ handle: FeedAdHandle, _ effects: inout [Effect]) {
        guard ads[handle]?.isPlaying == true else { return }
        stop(handle, .listener, &effects)
        ads[handle]?.standing = .stoppedByListener
    }

    /// Reports a click; a pull-down card grows in its current row.
    mutating func click(_ handle: FeedAdHandle, _ effects: inout [Effect]) {
        guard let path = layout.path(of: handle), let ad = ads[handle] else { return }
        let target = ad.ad.advertisement.bannerTargetURL
        effects.append(tell(.clicked(target: target), handle))
        switch ad.ad.format {
        case .card, .audioCard: break
        case .pullDownCard(let height):
            guard ad.height != height else { break }
            ads[handle]?.height = height
            if let view = view(of: handle) { effects.append(.animate(view, at: path)) }
        }
    }
}

// MARK: - Audio

extension FeedMachine {
    mutating func audio(
        _ ticket: FeedTicket, _ audioEvent: FeedAudioEvent, _ effects: inout [Effect]
    ) {
        guard let handle = layout.handles.first(where: { ads[$0]?.audioTicket == ticket }) else {
            staleCount += 1
            return
        }
        switch audioEvent {
        case .granted:
            ads[handle]?.playback = .audible(ticket)
            effects.append(tell(.unmuted, handle))
        case .refused:
            ads[handle]?.playback = .silent
            effects.append(.releaseAudio(ticket))
        case .lost:
            ads[handle]?.playback = .silent
            effects += [.releaseAudio(ticket), tell(.muted, handle)]
        case .ended:
            stop(handle, .ended, &effects)
            ads[handle]?.standing = .finished
            updateStatus(&effects)
        }
    }
}
