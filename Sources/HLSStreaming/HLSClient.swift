import HLSPlaylists
import MediaTime

/// The decisions of an HLS client: which playlist and which segment to load, and when.
///
/// A value without a clock: the caller passes in the time, counted from any fixed moment, and
/// carries out the effects. See RFC 8216 and draft-pantos-hls-rfc8216bis.
package struct HLSClient: Sendable {
    package enum Event: Sendable {
        /// A playlist that was asked for has arrived.
        case playlist(MediaPlaylist, id: Int)
        case playlistFailed(id: Int, LoadFailure)
        /// Media was loaded within `time`, and passed to the decoder.
        case media(id: Int, within: Duration)
        case mediaFailed(id: Int, LoadFailure)
        /// The decoder cannot use the present run, and needs a new one.
        case abandoned
        /// The audio arrives more slowly than it plays.
        case shortage
        /// The time of ``Effect/wake(at:)`` has come.
        case woken
    }

    package enum Effect: Hashable, Sendable {
        case loadPlaylist(PlaylistRequest)
        case loadMedia(MediaRequest)
        /// Ends the present load of media, which then neither arrives nor fails.
        case cancelMedia(id: Int)
        /// Replaces the time of an earlier such effect.
        case wake(at: Duration)
        /// The stream is lost, and is tried again.
        case lost(Loss)
        /// A try after a loss, counted from 1.
        case tryAgain(Int)
        /// Media arrives again.
        case resumed
        /// There are no more tries. Nothing follows.
        case giveUp(Loss)
        /// Everything was loaded. Nothing follows.
        case end
        /// The stream cannot be played. Nothing follows.
        case fail(HLSFailure)
    }

    package enum Loss: Hashable, Sendable {
        /// Loads fail.
        case failure
        /// The station adds nothing to the playlist.
        case standstill
    }

    let choices: HLSChoices
    var ladder: ThroughputLadder
    var track: PlaylistTrack
    /// The playlist to change to, while its first load lasts.
    var coming: PlaylistTrack?
    var cursor = MediaCursor()
    var loading: Loading?
    var outage: StreamOutage
    var pace: LoadPace
    /// When media may be loaded again after a failure.
    var notBefore = Duration.zero
    var wake: Duration?
    /// How many playlists were requested.
    var playlistCount = 0
    var isOver = false

    struct Loading: Hashable, Sendable {
        var request: MediaRequest
        var start: Duration
    }

    /// The playlists to choose from, in the order of the indices in requests.
    package var playlists: [HLSChoice] { choices.all }
}

extension HLSClient {
    /// A client for the stream whose own address has `playlist`. A stream that was heard and is lost
    /// is tried again for `limit`; `nil` means no limit.
    package init(
        _ playlist: HLSPlaylist, givingUpAfter limit: Duration?,
        loading pacing: LoadPacing = .inRealTime, at now: Duration
    ) throws(HLSFailure) {
        pace = LoadPace(pacing)
        outage = StreamOutage(givingUpAfter: limit, at: now)
        switch playlist {
        case .multivariant(let list):
            choices = try HLSChoices(list)
            ladder = ThroughputLadder(choices)
            track = PlaylistTrack(choice: choices.first, at: now)
        case .media(let media):
            choices = .own
            ladder = ThroughputLadder(choices)
            track = PlaylistTrack(choice: 0, at: now)
            _ = track.load(0, at: now)
            takePlaylist(media, at: now)
        }
    }

    /// Returns what to do first. Call it once, before any event.
    package mutating func begin(at now: Duration) -> [Effect] { plan(at: now) }

    /// How far the end of the playlist is, at `now`, from the end of what was loaded; `nil` before
    /// the first playlist, and for a stream that has ended.
    package func distanceFromEnd(at now: Duration) -> Duration? {
        guard let playlist = track.playlist, !playlist.hasEnded, let position = cursor.position
        else { return nil }
        let starts = playlist.starts
        let index = min(max(0, position.sequence - playlist.mediaSequence), starts.count - 1)
        let parts = track.isLowLatency ? playlist.openParts : []
        let listed = starts[starts.count - 1] - starts[index] + parts.duration
        // What the station has made since then is not listed yet.
        return max(.zero, listed) + min(max(.zero, now - track.renewedAt), track.targetDuration)
    }

    /// Whether the playlist is complete; `false` while it is not known.
    package var isRecording: Bool { track.playlist?.hasEnded == true }

    /// The tries since the stream was lost, and for how long they continue, with `nil` for no
    /// limit; `nil` if it is not lost.
    package func retries(at now: Duration) -> (count: Int, remaining: Duration?)? {
        guard outage.isLost else { return nil }
        return (outage.tryCount, outageEnd.map { max(.zero, $0 - now) })
    }

    /// Takes an event, and returns what to do.
    package mutating func take(_ event: Event, at now: Duration) -> [Effect] {
        guard !isOver else { return [] }
        var effects: [Effect] = []
        switch event {
        case .playlist(let playlist, let id):
            takePlaylist(playlist, id, at: now)
        case .playlistFailed(let id, let failure):
            failPlaylist(id, failure, at: now, &effects)
        case .media(let id, let time):
            takeMedia(id, loadedWithin: time, at: now, &effects)
        case .mediaFailed(let id, let failure):
            failMedia(id, failure, at: now, &effects)
        case .abandoned:
            cursor.beginRun()
        case .shortage:
            if coming == nil { change(to: ladder.lower(at: now), at: now) }
        case .woken:
            break
        }
        return effects + plan(at: now)
    }
}
