import HLSPlaylists
import MediaTime

/// Follows a media playlist over its reloads: when to load it, and what each answer means.
struct PlaylistTrack: Hashable {
    enum Verdict: Hashable {
        /// There is something new in it, or it is the first.
        case renewed
        case unchanged
        /// It is older than one that was loaded before, from a slow cache as an example.
        case stale
        /// It is not the same sequence of segments: the station has begun again.
        case restarted
        /// It leaves out segments that are not known, so it must be loaded whole.
        case incomplete
    }

    /// The index of the playlist.
    let choice: Int
    /// The newest playlist, whole; `nil` before the first.
    private(set) var playlist: MediaPlaylist?
    /// When the newest playlist with something new arrived.
    private(set) var renewedAt = Duration.zero
    private(set) var isLoading = false
    /// When to load it next.
    private(set) var due = Duration.zero
    /// How many loads in a row have failed.
    private(set) var failureCount = 0
    private var request = PlaylistRequest(id: 0, choice: 0)
    private var requestedAt = Duration.zero
    private var loadedAt = Duration.zero
    private var staleSince: Duration?
    /// How often in a row the server answered too early.
    private var earlyCount = 0
    private var canBlock = true
    private var canSkip = true

    /// No server is asked to wait longer: the request would time out.
    private static let longestBlock = Duration.seconds(6)
    /// The least time between the beginnings of two loads.
    private static let shortestInterval = Duration.milliseconds(50)
    private static let earlyLimit = 3
    /// A cache does not answer with an old playlist for longer.
    private static let longestStaleness = Duration.seconds(6)
    private static let usualTarget = Duration.seconds(6)
    private static let targets = Duration.milliseconds(500) ... .seconds(60)

    init(choice: Int, at now: Duration) {
        self.choice = choice
        due = now
    }

    /// No segment is longer. Of a playlist that does not say, its longest segment counts.
    var targetDuration: Duration {
        let longest = playlist?.segments.map(\.duration).max() ?? Self.usualTarget
        let declared = playlist?.targetDuration.flatMap { $0 > .zero ? $0 : nil }
        return min(max(declared ?? longest, Self.targets.lowerBound), Self.targets.upperBound)
    }

    /// Whether the parts of a segment are played before the segment is whole.
    var isLowLatency: Bool {
        guard let playlist, playlist.partTargetDuration != nil, !playlist.hasEnded else {
            return false
        }
        // A part cannot be decrypted by itself.
        return playlist.serverControl.canBlockReload && canBlock
            && playlist.segments.last?.keys.isEmpty != false
    }

    /// The distance from the playlist's end at which to play.
    var holdBack: Duration {
        guard let playlist else { return .zero }
        let control = playlist.serverControl
        if isLowLatency, let target = playlist.partTargetDuration {
            return max(control.partHoldBack ?? target * 3, target * 2)
        }
        return max(control.holdBack ?? targetDuration * 3, targetDuration)
    }

    /// Whether the answer to the request `id` is awaited.
    func awaits(_ id: Int) -> Bool { isLoading && request.id == id }

    /// Begins a load.
    mutating func load(_ id: Int, at now: Duration) -> PlaylistRequest {
        isLoading = true
        requestedAt = now
        request = PlaylistRequest(id: id, choice: choice, wait: wait, skip: skip(at: now))
        return request
    }

    private var wait: PlaylistRequest.Wait? {
        guard let playlist, playlist.serverControl.canBlockReload, canBlock else { return nil }
        if isLowLatency {
            return .init(sequence: playlist.end, part: playlist.openParts.count)
        }
        return targetDuration <= Self.longestBlock ? .init(sequence: playlist.end) : nil
    }

    private func skip(at now: Duration) -> PlaylistRequest.Skip? {
        guard let playlist, canSkip, let boundary = playlist.serverControl.canSkipUntil,
            now - loadedAt < boundary / 2
        else { return nil }
        return playlist.serverControl.canSkipDateRanges ? .segmentsAndDateRanges : .segments
    }

    /// Takes the answer to the load, and decides when the next one begins.
    mutating func take(_ answer: MediaPlaylist, at now: Duration) -> Verdict {
        isLoading = false
        var new = answer
        if answer.skip != nil {
            // It must be loaded whole if the known playlist does not have what it leaves out.
            guard let playlist, let whole = try? answer.completed(from: playlist) else {
                canSkip = false
                due = now
                return .incomplete
            }
            new = whole
        }
        failureCount = 0
        let verdict = judge(new, at: now)
        switch verdict {
        case .renewed, .restarted:
            playlist = new
            (loadedAt, renewedAt, staleSince) = (now, now, nil)
            earlyCount = 0
            let isBlocking = wait != nil
            due = max(now, requestedAt + (isBlocking ? Self.shortestInterval : targetDuration))
        case .unchanged:
            playlist = new
            (loadedAt, staleSince) = (now, nil)
            due = max(now, requestedAt + targetDuration / 2)
            guard request.wait != nil else { break }
            // The server has answered before it had what it was to wait for.
            earlyCount += 1
            if earlyCount >= Self.earlyLimit { canBlock = false }
            if let target = playlist?.partTargetDuration {
                due = max(now, requestedAt + max(target / 2, Self.shortestInterval))
            }
        case .stale:
            staleSince = staleSince ?? now
            due = max(now, requestedAt + targetDuration / 2)
        case .incomplete: break
        }
        return verdict
    }

    private func judge(_ new: MediaPlaylist, at now: Duration) -> Verdict {
        guard let playlist else { return .renewed }
        if new.end > playlist.end { return .renewed }
        if new.end == playlist.end {
            let isLonger = new.openParts.count > playlist.openParts.count
            return isLonger || new.hasEnded != playlist.hasEnded ? .renewed : .unchanged
        }
        // A cache may answer with an earlier state of the same sequence, but not for long.
        guard new.overlaps(playlist) || new.segments.isEmpty else { return .restarted }
        let isOld = now - (staleSince ?? now) >= max(targetDuration * 2, Self.longestStaleness)
        return isOld ? .restarted : .stale
    }

    /// Notes that the load has failed, and decides when to try again.
    mutating func fail(at now: Duration) {
        isLoading = false
        failureCount += 1
        if request.wait != nil, failureCount > 1 { canBlock = false }
        canSkip = false
        let doublings = min(failureCount - 1, 10)
        due = now + min(.milliseconds(250) * (1 << doublings), targetDuration)
    }
}

extension MediaPlaylist {
    /// The number after that of the last whole segment.
    var end: Int { mediaSequence + segments.count }

    /// Whether a segment of `other` is in this playlist too, under the same number and name.
    fileprivate func overlaps(_ other: MediaPlaylist) -> Bool {
        let range =
            max(
                mediaSequence, other.mediaSequence)..<max(
                min(end, other.end), mediaSequence, other.mediaSequence)
        return range.contains { number in
            let own = segments[number - mediaSequence]
            let others = other.segments[number - other.mediaSequence]
            return own.fileName == others.fileName && own.byteRange == others.byteRange
        }
    }
}

extension MediaSegment {
    /// The last part of the path. Some servers put a token, which changes, into the rest.
    fileprivate var fileName: Substring {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last ?? path
    }
}
