import AdCues
import HLSPlaylists
import MediaTime

/// The place in the stream up to which media was loaded, and the request for what follows.
struct MediaCursor: Hashable {
    /// What follows at a place.
    enum Next: Hashable {
        case media(MediaRequest)
        /// Nothing yet.
        case nothing
        /// The stream ends here.
        case end
        /// It cannot be decrypted.
        case unplayable(HLSFailure)
    }

    /// `nil` before the first playlist.
    private(set) var position: PlayPosition?
    /// How often the media here could not be loaded.
    private(set) var failureCount = 0
    private var cues = CueHandout()
    /// Markers of media that could not be loaded.
    private var leftover: [Cue] = []
    /// The numbers of the last request, and of the run that was loaded last.
    private var lastID = 0
    private var run = 0
    /// What was loaded last; `nil` if the next media must begin a run.
    private var before: Before?
    /// Whether media before the next was left out.
    private var isInterrupted = false

    private struct Before: Hashable {
        var choice: Int
        var map: InitializationSection?
    }

    static let failureLimit = 3
}

extension MediaCursor {
    /// Takes a new playlist, with which the stream begins, begins again, or goes on.
    mutating func renew(from track: PlaylistTrack, _ verdict: PlaylistTrack.Verdict) {
        guard let playlist = track.playlist else { return }
        if verdict == .restarted {
            isInterrupted = true
            position = nil
        }
        if position == nil { position = start(of: track) }
        cues.renew(from: playlist, playlist.starts, isNextState: verdict != .restarted)
    }

    /// Goes on in the playlist of another choice.
    mutating func change(from old: PlaylistTrack, to new: PlaylistTrack) {
        guard let playlist = new.playlist else { return }
        if let position, let known = old.playlist {
            self.position = position.carried(
                from: known, to: playlist, usesParts: new.isLowLatency)
        } else {
            position = start(of: new)
        }
        failureCount = 0
        cues.renew(from: playlist, playlist.starts, isNextState: false)
    }

    private func start(of track: PlaylistTrack) -> PlayPosition? {
        guard let playlist = track.playlist,
            !playlist.segments.isEmpty || !playlist.openParts.isEmpty || playlist.hasEnded
        else { return nil }
        return PlayPosition(
            startOf: playlist, holdBack: track.holdBack, usesParts: track.isLowLatency)
    }

    /// The request for what follows. Moves over media that the station does not have.
    mutating func next(in track: PlaylistTrack) -> Next {
        guard let playlist = track.playlist, let place = position else { return .nothing }
        var position = place
        defer { self.position = position }
        for _ in 0...playlist.segments.count + playlist.openParts.count {
            switch position.find(in: playlist, usesParts: track.isLowLatency) {
            case .segment(let index):
                position = PlayPosition(sequence: playlist.mediaSequence + index)
                return request(segment: index, part: nil, in: playlist, track.choice)
            case .part(let part, of: let index):
                position = PlayPosition(sequence: playlist.mediaSequence + index, part: part)
                return request(segment: index, part: part, in: playlist, track.choice)
            case .gap(let next):
                isInterrupted = true
                position = next
            case .gone:
                isInterrupted = true
                guard let start = start(of: track), start != position else { return .nothing }
                position = start
            case .nothing: return .nothing
            case .end: return .end
            }
        }
        return .nothing
    }

    private mutating func request(
        segment index: Int, part: Int?, in playlist: MediaPlaylist, _ choice: Int
    ) -> Next {
        // Parts that are not a whole segment yet have the map of the segment before.
        let isWhole = index < playlist.segments.count
        guard let segment = isWhole ? playlist.segments[index] : playlist.segments.last else {
            return openRequest(part ?? 0, in: playlist, choice)
        }
        let parts = isWhole ? segment.parts : playlist.openParts
        let isDiscontinuous = isWhole ? segment.isDiscontinuous : playlist.opensWithDiscontinuity
        let key: EncryptionKey?
        switch segment.usableKey {
        case .success(let found): key = found
        case .failure(let failure): return .unplayable(failure)
        }
        let own = part.map { parts[$0] }
        let isNew =
            before != Before(choice: choice, map: segment.map) || isInterrupted
            || isDiscontinuous && (part ?? 0) == 0
        return .media(
            MediaRequest(
                id: lastID + 1, choice: choice, sequence: playlist.mediaSequence + index,
                part: part, uri: own?.uri ?? segment.uri,
                byteRange: own == nil ? segment.byteRange : own?.byteRange,
                duration: own?.duration ?? segment.duration, map: segment.map, key: key,
                run: run + (isNew ? 1 : 0),
                joint: isInterrupted ? .interrupted : .continued, cues: []))
    }

    /// The request for a part of the very first segment.
    private func openRequest(_ part: Int, in playlist: MediaPlaylist, _ choice: Int) -> Next {
        let own = playlist.openParts[part]
        let isNew = before != Before(choice: choice, map: nil) || isInterrupted
        return .media(
            MediaRequest(
                id: lastID + 1, choice: choice, sequence: playlist.mediaSequence, part: part,
                uri: own.uri, byteRange: own.byteRange, duration: own.duration, map: nil, key: nil,
                run: run + (isNew ? 1 : 0),
                joint: isInterrupted ? .interrupted : .continued, cues: []))
    }

    /// Notes that `request` is sent, and adds its markers to it.
    mutating func begin(_ request: inout MediaRequest, in playlist: MediaPlaylist) {
        lastID = request.id
        let start = playlist.start(of: request)
        request.cues = leftover
        request.cues += cues.take(
            from: FrameTime(start), before: FrameTime(start + request.duration))
        leftover = []
    }

    /// Notes that `request` was loaded: the next one follows it.
    mutating func advance(after request: MediaRequest) {
        failureCount = 0
        run = request.run
        before = Before(choice: request.choice, map: request.map)
        isInterrupted = false
        moveOn(after: request)
    }

    /// Notes that `request` could not be loaded. Leaves it out after some failures, or at once if
    /// another try would fail too.
    mutating func fail(_ request: MediaRequest, _ failure: LoadFailure) {
        failureCount += 1
        keepCues(of: request)
        guard failure == .lasting || failureCount >= Self.failureLimit else { return }
        failureCount = 0
        isInterrupted = true
        for index in leftover.indices {
            leftover[index].position = leftover[index].position - request.duration.frameCount
        }
        moveOn(after: request)
    }

    /// Hands out the markers of `request` again, which was not loaded.
    mutating func keepCues(of request: MediaRequest) { leftover = request.cues }

    /// The next media begins a run: what was loaded of the last one cannot be decoded.
    mutating func beginRun() { before = nil }

    private mutating func moveOn(after request: MediaRequest) {
        position = PlayPosition(
            sequence: request.part == nil ? request.sequence + 1 : request.sequence,
            part: request.part.map { $0 + 1 } ?? 0)
    }
}

extension MediaSegment {
    /// The key that decrypts it; `nil` for none. Fails if no key can be used.
    var usableKey: Result<EncryptionKey?, HLSFailure> {
        guard let first = keys.first else { return .success(nil) }
        let usable = keys.first { $0.method == .aes128 && $0.format == EncryptionKey.identity }
        if let usable { return .success(usable) }
        switch first.method {
        case .aes128: return .failure(.encrypted(method: "AES-128 by \(first.format)"))
        case .sampleAES: return .failure(.encrypted(method: "SAMPLE-AES"))
        case .other(let name): return .failure(.encrypted(method: name))
        }
    }
}

extension MediaPlaylist {
    /// Where `request` begins after the beginning of the first segment.
    fileprivate func start(of request: MediaRequest) -> Duration {
        let index = min(max(0, request.sequence - mediaSequence), segments.count)
        let parts = index < segments.count ? segments[index].parts : openParts
        return starts[index] + Array(parts.prefix(request.part ?? 0)).duration
    }
}
