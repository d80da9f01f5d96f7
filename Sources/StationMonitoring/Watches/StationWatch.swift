import Interlude
import MediaTime

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
    private var counted: CountedBreaks
    private var inherited: InheritedAlarms
    /// The events of a session whose place in the stream is not known yet.
    private var waiting: [EventRecord] = []
    /// Whether the stream is silent because it is muted here.
    private var isMuted = false

    /// So many events wait at most.
    private static let mostWaiting = 64

    /// A station that is watched from `now` on. `memory` is what was known of it before.
    package init(
        _ limits: AlarmLimits = AlarmLimits(), at now: UTCTime,
        memory: StationMemory = StationMemory()
    ) {
        self.limits = limits
        (figures, counted) = (memory.figures, memory.breaks)
        inherited = InheritedAlarms(memory.alarms)
        availability = AvailabilityWatch(at: min(inherited.downSince ?? now, now))
    }

    /// What was counted.
    package var counts: (StationFigures, CountedBreaks) { (figures, counted) }

    /// Takes the beginning of a session.
    package mutating func beginSession(at now: UTCTime) { counted.beginSession(at: now) }

    /// Takes an event, and returns those that are counted now, for the log: those that an earlier
    /// session has counted have `earlier`.
    ///
    /// Events of a session that follows another one wait until it plays. Only then is the place of
    /// its stream known, and with it whether a break is another one.
    @discardableResult
    package mutating func take(_ record: EventRecord, at now: UTCTime) -> [EventRecord] {
        let records = count(record, at: now)
        inherited.take(record)
        cues.take(record, at: now)
        switch record.event {
        case "session.reconnecting", "session.buffering", "session.lost", "session.failed",
            "session.warning":
            if let reason = record.reason { availability.note(reason: reason) }
        case "stream.discontinuity": drift.stop()
        case "tracking.gaveUp":
            if !record.isEarlier { beacons.noteLoss(because: record.reason, at: now) }
        default: break
        }
        return records
    }

    private mutating func count(_ record: EventRecord, at now: UTCTime) -> [EventRecord] {
        waiting.append(record)
        if counted.awaitPlace {
            switch record.event {
            case "session.playing", "session.reconnecting", "session.lost", "session.failed",
                "session.stopped":
                break
            default:
                guard waiting.count >= Self.mostWaiting else { return [] }
            }
        }
        return countWaiting(at: now)
    }

    private mutating func countWaiting(at now: UTCTime) -> [EventRecord] {
        // The place of a session that begins to play counts for the events before as well.
        if let last = waiting.last, last.event == "session.playing" {
            _ = counted.hasCounted(last, at: now)
        }
        let records = waiting.map { counted.hasCounted($0, at: now) ? $0.asEarlier : $0 }
        waiting = []
        for record in records { figures.note(record) }
        return records
    }

    package mutating func take(_ status: PlayerStatus, at now: UTCTime) {
        figures.note(status)
        isMuted = status.mute != nil
        availability.note(status.state, at: now)
        guard availability.isPlaying else { return stop() }
        cues.take(position: status.position)
        counted.take(
            position: FrameTime(status.position), behindLive: status.behindLive, at: now)
        // Only a live stream comes as fast as time passes.
        if let behindLive = status.behindLive {
            drift.take(received: status.position + behindLive, at: now)
        }
    }

    package mutating func take(_ level: HeardLevel, at now: UTCTime) {
        guard availability.isPlaying, !isMuted else { return silence.stop() }
        silence.take(level, quieterThan: limits.silenceLevel, at: now)
        loudness.take(level, silentBelow: limits.silenceLevel)
        inherited.take(level, silentBelow: limits.silenceLevel)
    }

    /// Takes the end of a session, which another one follows, and returns the events that waited.
    @discardableResult
    package mutating func take(_ end: SessionEnd, at now: UTCTime) -> [EventRecord] {
        let records = countWaiting(at: now)
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
        return records
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
        let found = [
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
        return found + inherited.findings(besides: found, limits, at: now)
    }
}

extension EventRecord {
    /// The text in `reason`.
    fileprivate var reason: String? {
        guard case .string(let text)? = self["reason"] else { return nil }
        return text
    }
}
