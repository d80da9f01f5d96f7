import HLSPlaylists
import MediaTime

/// What the answers to loads change.
extension HLSClient {
    /// Takes the playlist of the present choice.
    mutating func takePlaylist(_ playlist: MediaPlaylist, at now: Duration) {
        let verdict = track.take(playlist, at: now)
        switch verdict {
        case .renewed, .restarted, .unchanged: cursor.renew(from: track, verdict)
        case .stale, .incomplete: break
        }
    }

    mutating func takePlaylist(_ playlist: MediaPlaylist, _ id: Int, at now: Duration) {
        if track.awaits(id) { return takePlaylist(playlist, at: now) }
        guard var new = coming, new.awaits(id) else { return }
        _ = new.take(playlist, at: now)
        cursor.change(from: track, to: new)
        track = new
        coming = nil
        ladder.change(to: new.choice, at: now)
    }

    mutating func failPlaylist(
        _ id: Int, _ failure: LoadFailure, at now: Duration, _ effects: inout [Effect]
    ) {
        if coming?.awaits(id) == true {
            coming = nil
            ladder.refuseChange(at: now)
            return noteFailure(.passing, at: now, &effects)
        }
        guard track.awaits(id) else { return }
        track.fail(at: now)
        // The playlist of another choice may be on a server that works.
        let other =
            coming == nil && (failure != .passing || track.failureCount > 1)
            ? ladder.other() : nil
        if let other { return change(to: other, at: now) }
        noteFailure(failure, at: now, &effects)
    }

    mutating func takeMedia(
        _ id: Int, loadedWithin time: Duration, at now: Duration, _ effects: inout [Effect]
    ) {
        guard let request = loading?.request, request.id == id else { return }
        loading = nil
        notBefore = .zero
        cursor.advance(after: request)
        pace.note(request.duration, at: now)
        if outage.receive(at: now) { effects.append(.resumed) }
        guard coming == nil else { return }
        change(to: ladder.note(time, toLoad: request.duration, at: now), at: now)
    }

    mutating func failMedia(
        _ id: Int, _ failure: LoadFailure, at now: Duration, _ effects: inout [Effect]
    ) {
        guard let request = loading?.request, request.id == id else { return }
        loading = nil
        cursor.fail(request, failure)
        let doublings = min(cursor.failureCount, 6)
        notBefore = now + .milliseconds(125) * (1 << doublings)
        noteFailure(failure, at: now, &effects)
    }

    /// Reports a loss. A stream that never played and certainly never will is given up at once.
    private mutating func noteFailure(
        _ failure: LoadFailure, at now: Duration, _ effects: inout [Effect]
    ) {
        if failure == .lasting, !pace.hasBegun { return finish(.giveUp(.failure), &effects) }
        if outage.fail(at: now, tolerating: tolerance) { effects.append(.lost(.failure)) }
    }
}
