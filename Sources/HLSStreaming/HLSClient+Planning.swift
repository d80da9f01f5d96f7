import HLSPlaylists
import MediaTime

extension HLSClient {
    /// Begins what is due, and asks to be woken for what is due next.
    mutating func plan(at now: Duration) -> [Effect] {
        guard !isOver else { return [] }
        var effects: [Effect] = []
        // As long as the first media is on its way, the stream is not given up so soon.
        if !pace.hasBegun { loadMedia(at: now, &effects) }
        guard !isOver else { return effects }
        watchOutage(at: now, &effects)
        guard !isOver else { return effects }
        dropSlowLoad(at: now, &effects)
        loadMedia(at: now, &effects)
        guard !isOver else { return effects }
        loadPlaylists(at: now, &effects)
        let next = nextTime(after: now)
        if next != wake, let next { effects.append(.wake(at: next)) }
        wake = next
        return effects
    }

    private mutating func loadPlaylists(at now: Duration, _ effects: inout [Effect]) {
        if coming?.isDue(at: now) == true {
            playlistCount += 1
            let request = coming?.load(playlistCount, at: now)
            if let request { effects.append(.loadPlaylist(request)) }
        }
        guard track.isDue(at: now) else { return }
        outage.beginTry()
        if outage.isLost { effects.append(.tryAgain(outage.tryCount)) }
        playlistCount += 1
        effects.append(.loadPlaylist(track.load(playlistCount, at: now)))
    }

    private mutating func loadMedia(at now: Duration, _ effects: inout [Effect]) {
        guard mayLoadMedia, now >= mediaTime else { return }
        switch cursor.next(in: track) {
        case .media(var request):
            guard let playlist = track.playlist else { return }
            cursor.begin(&request, in: playlist)
            loading = Loading(request: request, start: now)
            effects.append(.loadMedia(request))
        case .nothing: break
        case .end:
            finish(pace.hasBegun ? .end : .fail(.empty), &effects)
        case .unplayable(let failure):
            finish(.fail(failure), &effects)
        }
    }

    /// Whether media is loaded now: one at a time, and none while a slow playlist is replaced.
    private var mayLoadMedia: Bool {
        guard loading == nil else { return false }
        return coming.map { $0.choice > ladder.current } ?? true
    }

    /// The earliest time for the next media.
    private var mediaTime: Duration {
        max(notBefore, pace.nextTime(holdingBack: track.holdBack))
    }

    /// Gives up media that takes longer to load than to play, if a lower playlist may be quicker.
    private mutating func dropSlowLoad(at now: Duration, _ effects: inout [Effect]) {
        guard let end = slowLoadEnd, now >= end, let loading else { return }
        guard let lower = ladder.lower(at: now) else { return }
        effects.append(.cancelMedia(id: loading.request.id))
        cursor.keepCues(of: loading.request)
        self.loading = nil
        change(to: lower, at: now)
    }

    /// When the present load of media becomes too slow; `nil` if nothing can be done about it.
    private var slowLoadEnd: Duration? {
        guard let loading, coming == nil, pace.isTimed, !ladder.isAtBottom else { return nil }
        return loading.start + max(loading.request.duration * 6 / 5, .seconds(2))
    }

    private mutating func watchOutage(at now: Duration, _ effects: inout [Effect]) {
        if let outageEnd, now >= outageEnd {
            return finish(.giveUp(track.failureCount > 0 ? .failure : .standstill), &effects)
        }
        if let standstillEnd, now >= standstillEnd, outage.fail(at: now, tolerating: tolerance) {
            effects.append(.lost(track.failureCount > 0 ? .failure : .standstill))
        }
    }

    /// When to give up a stream of which nothing arrives; `nil` for never.
    var outageEnd: Duration? { outage.end(isLoading: loading != nil || coming != nil) }

    /// How long nothing may arrive before the stream counts as lost.
    var tolerance: Duration { track.targetDuration * 3 }

    /// When a stream counts as lost whose playlist gets nothing new.
    private var standstillEnd: Duration? {
        guard loading == nil, let playlist = track.playlist, !playlist.hasEnded, pace.hasBegun
        else { return nil }
        return track.renewedAt + tolerance + .milliseconds(1)
    }

    /// When something is due after `now`.
    private func nextTime(after now: Duration) -> Duration? {
        var times: [Duration] = []
        if !track.isLoading, track.playlist?.hasEnded != true { times.append(track.due) }
        if let coming, !coming.isLoading { times.append(coming.due) }
        if mayLoadMedia, mediaTime > now { times.append(mediaTime) }
        if let slowLoadEnd { times.append(slowLoadEnd) }
        if let outageEnd { times.append(outageEnd) }
        if let standstillEnd, !outage.isLost { times.append(standstillEnd) }
        return times.filter { $0 > now }.min()
    }

    /// Begins to change to `choice`, unless that is `nil`.
    mutating func change(to choice: Int?, at now: Duration) {
        guard let choice, choice != track.choice else { return }
        coming = PlaylistTrack(choice: choice, at: now)
    }

    mutating func finish(_ effect: Effect, _ effects: inout [Effect]) {
        isOver = true
        effects.append(effect)
    }
}

extension PlaylistTrack {
    /// Whether a load is to begin at `now`.
    fileprivate func isDue(at now: Duration) -> Bool {
        !isLoading && now >= due && playlist?.hasEnded != true
    }
}
