import Interlude

/// Finds what is wrong with one station, and keeps its figures. A value.
///
/// Takes the events, statuses and levels of the station's session, one session after the other.
package struct StationWatch: Hashable, Sendable {
    package var limits: AlarmLimits
    package private(set) var figures = StationFigures()

    private var availability: AvailabilityWatch
    private var silence = SilenceWatch()
    private var loudness = LoudnessWatch()
    private var cues = CueWatch()
    private var beacons = BeaconWatch()
    private var drift = DriftWatch()
    /// Whether the stream is silent because it is muted here.
    private var isMuted = false

    /// A station that is watched from `now` on.
    package init(_ limits: AlarmLimits = AlarmLimits(), at now: UTCTime) {
        self.limits = limits
        availability = AvailabilityWatch(at: now)
    }

    package mutating func take(_ record: EventRecord, at now: UTCTime) {
        figures.note(record)
        cues.take(record, at: now)
        switch record.event {
        case "session.reconnecting", "session.buffering", "session.lost", "session.failed",
            "session.warning":
            if let reason = record.reason { availability.note(reason: reason) }
        case "stream.discontinuity": drift.stop()
        case "tracking.gaveUp":
            if record["earlier"] == nil { beacons.noteLoss(because: record.reason, at: now) }
        default: break
        }
    }

    package mutating func take(_ status: PlayerStatus, at now: UTCTime) {
        figures.note(status)
        isMuted = status.mute != nil
        availability.note(status.state, at: now)
        guard availability.isPlaying else { return stop() }
        cues.take(position: status.position)
        // Only a live stream comes as fast as time passes.
        if status.behindLive != nil {
            drift.take(received: status.position + status.buffered, at: now)
        }
    }

    package mutating func take(_ level: HeardLevel, at now: UTCTime) {
        guard availability.isPlaying, !isMuted else { return silence.stop() }
        silence.take(level, quieterThan: limits.silenceLevel, at: now)
        loudness.take(level, silentBelow: limits.silenceLevel)
    }

    /// Takes the end of a session, which another one follows.
    package mutating func take(_ end: SessionEnd, at now: UTCTime) {
        let state: PlayerStatus.State =
            switch end {
            case .asked: .stopped
            case .failed: .failed
            }
        figures.state = state
        figures.restartCount += 1
        availability.note(state, at: now)
        if case .failed(let failure) = end { availability.note(reason: failure.description) }
        stop()
    }

    private mutating func stop() {
        silence.stop()
        cues.stop()
        drift.stop()
    }

    /// Since when the stream plays, or does not play.
    package var stateSince: UTCTime? { availability.playingSince ?? availability.absentSince }

    /// The limits that are exceeded at `now`.
    package func findings(at now: UTCTime) -> [AlarmFinding] {
        [
            silence.finding(limit: limits.silence),
            cues.absence(
                limit: limits.noCue, playingSince: availability.playingSince, at: now),
            cues.delay(limit: limits.breakLate, at: now),
            cues.missingEnd(limit: limits.breakWithoutEnd, at: now),
            beacons.finding(limit: limits.beaconLost, at: now),
            // What was heard is kept: a stream that comes back may be louder than before.
            availability.isPlaying
                ? loudness.finding(limit: limits.loudnessJump, at: now) : nil,
            availability.finding(limit: limits.down, at: now),
            drift.finding(limit: limits.drift, at: now),
        ].compactMap { $0 }
    }
}

extension EventRecord {
    /// The text in `reason`.
    fileprivate var reason: String? {
        guard case .string(let text)? = self["reason"] else { return nil }
        return text
    }
}
