import Interlude
import MediaTime

/// What has happened at a station since it is watched, and how it is now. A value.
package struct StationFigures: Hashable, Sendable {
    package var state = PlayerStatus.State.idle
    package var isPlaying: Bool { state == .playing }
    /// The title that the stream sends; `nil` if it has sent none.
    package var title: String?
    /// `nil` if it is unknown, or the source is a file.
    package var behindLive: Duration?
    package var buffered = Duration.zero
    /// In LUFS, of the last minutes; `nil` without enough audio.
    package var loudness: Double?

    package var breakCount = 0
    /// The marked breaks that began without a spot.
    package var unfilledCount = 0
    package var spots: [SpotOutcome: Int] = [:]
    package var cueCount = 0
    package var streamUnderrunCount = 0
    package var deviceUnderrunCount = 0
    package var beacons: [BeaconOutcome: Int] = [:]
    package var reconnectCount = 0
    /// How often the session had to be started again.
    package var restartCount = 0

    package init() {}

    /// How a spot has ended.
    package enum SpotOutcome: String, Hashable, Sendable, CaseIterable, Codable,
        CodingKeyRepresentable
    {
        case completed
        case skipped
        case failed
        case credited
        case notUsed
    }

    /// What has become of a beacon.
    package enum BeaconOutcome: String, Hashable, Sendable, CaseIterable, Codable,
        CodingKeyRepresentable
    {
        case queued
        case confirmed
        case retried
        case gaveUp
    }

    mutating func note(_ record: EventRecord) {
        // A bumper is no ad, and what an earlier session has counted is not counted again.
        if record["bumper"] != nil || record.isEarlier { return }
        switch record.event {
        case "break.started": breakCount += 1
        case "break.dropped": if record["streamFrame"] != nil { unfilledCount += 1 }
        case "cue.seen": cueCount += 1
        case "session.reconnecting": reconnectCount += 1
        case "stream.underrun":
            if case .integer(let count)? = record["count"] {
                deviceUnderrunCount += min(max(0, Int(clamping: count)), Int(Int32.max))
            } else {
                streamUnderrunCount += 1
            }
        default: noteOutcome(record)
        }
    }

    private mutating func noteOutcome(_ record: EventRecord) {
        let parts = record.event.split(separator: ".")
        guard parts.count == 2 else { return }
        switch parts[0] {
        case "slot":
            if let outcome = SpotOutcome(rawValue: String(parts[1])) {
                spots[outcome, default: 0] += 1
            }
        case "tracking":
            if let outcome = BeaconOutcome(rawValue: String(parts[1])) {
                beacons[outcome, default: 0] += 1
            }
        default: break
        }
    }

    mutating func note(_ status: PlayerStatus) {
        state = status.state
        title = status.title
        behindLive = status.behindLive
        buffered = status.buffered
        loudness = status.loudness
    }
}
