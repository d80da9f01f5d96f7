import Advertising
import Interlude

/// A session as an MPRIS 2.2 player. A value: takes the session's status, and returns the changes
/// that clients must be told.
package struct MediaPlayer: Hashable, Sendable {
    var status: PlayerStatus

    private var source: SourceName
    private var spot: Spot?
    private var spotCount = 0
    private var programmeCount = 1
    /// The position that clients expect.
    private var estimate: PositionEstimate?

    /// The present or last advertisement.
    private struct Spot: Hashable {
        var slot: UInt64
        /// The longest remaining time so far.
        var length: Duration
    }

    package init(_ status: PlayerStatus) {
        self.status = status
        source = SourceName(status.source)
    }

    /// Updates the player to `status` at `time`, and returns the changes for clients.
    package mutating func receive(_ status: PlayerStatus, at time: ContinuousClock.Instant)
        -> MediaChanges
    {
        let before = self
        take(status)
        var changes = MediaChanges(seekedTo: unexpectedPosition(since: before, at: time))
        changes.changed = Set(
            MediaProperty.allCases.filter {
                $0 != .position && value(of: $0) != before.value(of: $0)
            })
        return changes
    }

    private mutating func take(_ status: PlayerStatus) {
        if status.source != self.status.source {
            programmeCount += 1
            source = SourceName(status.source)
        }
        if let adBreak = status.adBreak { take(adBreak) }
        self.status = status
    }

    private mutating func take(_ adBreak: BreakStatus) {
        guard let known = spot, known.slot == adBreak.slot else {
            spotCount += 1
            spot = Spot(slot: adBreak.slot, length: adBreak.spotRemaining)
            return
        }
        spot?.length = max(known.length, adBreak.spotRemaining)
    }

    /// The position at `time`, if clients expect another one.
    private mutating func unexpectedPosition(
        since before: MediaPlayer, at time: ContinuousClock.Instant
    ) -> Duration? {
        let isSameTrack = track.path == before.track.path
        var expected =
            isSameTrack ? estimate : PositionEstimate(.zero, at: time, playbackStatus)
        expected?.change(to: playbackStatus, at: time)
        guard expected?.agrees(with: position, at: time) != true else {
            estimate = expected
            return nil
        }
        estimate = PositionEstimate(position, at: time, playbackStatus)
        return position
    }
}

extension MediaPlayer {
    var playbackStatus: PlaybackStatus { PlaybackStatus(status) }

    /// The position in the advertisement, or in the stream.
    package var position: Duration {
        guard let adBreak = status.adBreak else { return status.position }
        return max(.zero, (spot?.length ?? adBreak.spotRemaining) - adBreak.spotRemaining)
    }

    var track: MediaTrack {
        status.adBreak.map(advertisementTrack) ?? programmeTrack
    }

    /// The name of the station; `nil` if there is none.
    private var station: String? { status.station ?? source.station }

    private var programmeTrack: MediaTrack {
        MediaTrack(
            path: "/interlude/programme/\(programmeCount)", title: status.title ?? source.title,
            artists: artists, album: station, length: status.length,
            address: source.address)
    }

    /// The line below the title on desktops: the station, or that there is no sound device.
    private var artists: [String] {
        status.state == .sinkLost ? ["No sound device"] : station.map { [$0] } ?? []
    }

    private func advertisementTrack(_ adBreak: BreakStatus) -> MediaTrack {
        let advertisement = adBreak.advertisement
        let title = advertisement.title.isEmpty ? adBreak.word : advertisement.title
        var track = MediaTrack(
            path: "/interlude/advertisement/\(spotCount)", title: title,
            artists: status.state == .sinkLost || adBreak.isSlate ? artists : ["Advertisement"],
            album: station,
            length: spot?.length)
        let description = advertisement.description
        if !description.isEmpty { track.comment = description }
        track.artAddress = advertisement.bannerFileURL.flatMap { SourceName($0).address }
        return track
    }
}

extension BreakStatus {
    /// What is heard, if it has no title.
    fileprivate var word: String { isSlate ? "Break" : "Advertisement" }
}
