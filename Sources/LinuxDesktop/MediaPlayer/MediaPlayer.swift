import Advertising
import Interlude

/// What the desktop is shown of a session, and what it may ask of it (MPRIS 2.2).
///
/// A value: takes in what the session tells, and says what of it is worth
/// telling others.
package struct MediaPlayer: Hashable, Sendable {
    var status: PlayerStatus

    private var source: SourceName
    private var spot: Spot?
    private var spotCount = 0
    private var programmeCount = 1
    private var reckoning: PositionReckoning?

    /// An advertisement that is or was heard.
    private struct Spot: Hashable {
        var slot: UInt64
        /// The most that was ever left of it.
        var length: Duration
    }

    package init(_ status: PlayerStatus) {
        self.status = status
        source = SourceName(status.source)
    }

    /// Takes in that the session looks like `status` at `time`, and says what others have to know.
    package mutating func receive(_ status: PlayerStatus, at time: ContinuousClock.Instant)
        -> MediaNews
    {
        let before = self
        take(status)
        var news = MediaNews(seekedTo: reckon(from: before, at: time))
        news.changed = Set(
            MediaProperty.allCases.filter {
                $0 != .position && value(of: $0) != before.value(of: $0)
            })
        return news
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

    /// Where the listener is at `time`, if others cannot reckon that by themselves.
    private mutating func reckon(
        from before: MediaPlayer, at time: ContinuousClock.Instant
    ) -> Duration? {
        let isSameTrack = track.path == before.track.path
        var others =
            isSameTrack ? reckoning : PositionReckoning(.zero, at: time, playbackStatus)
        others?.change(to: playbackStatus, at: time)
        guard others?.agrees(with: position, at: time) != true else {
            reckoning = others
            return nil
        }
        reckoning = PositionReckoning(position, at: time, playbackStatus)
        return position
    }
}

extension MediaPlayer {
    var playbackStatus: PlaybackStatus { PlaybackStatus(status) }

    /// Where the listener is in what is heard: in the advertisement, or in the stream.
    package var position: Duration {
        guard let adBreak = status.adBreak else { return status.position }
        return max(.zero, (spot?.length ?? adBreak.spotRemaining) - adBreak.spotRemaining)
    }

    var track: MediaTrack {
        status.adBreak.map(advertisementTrack) ?? programmeTrack
    }

    /// Who sends what is heard; `nil` for what is no station's.
    private var station: String? { status.station ?? source.station }

    private var programmeTrack: MediaTrack {
        MediaTrack(
            path: "/interlude/programme/\(programmeCount)", title: status.title ?? source.title,
            artists: station.map { [$0] } ?? [], album: station,
            length: status.length, address: source.address)
    }

    private func advertisementTrack(_ adBreak: BreakStatus) -> MediaTrack {
        let advertisement = adBreak.advertisement
        let title = advertisement.title.isEmpty ? "Advertisement" : advertisement.title
        var track = MediaTrack(
            path: "/interlude/advertisement/\(spotCount)", title: title,
            artists: ["Advertisement"], album: station,
            length: spot?.length)
        let words = advertisement.description
        if !words.isEmpty { track.comment = words }
        track.artAddress = advertisement.bannerFileURL.flatMap { SourceName($0).address }
        return track
    }
}
