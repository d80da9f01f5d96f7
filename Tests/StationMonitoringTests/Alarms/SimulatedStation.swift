import Interlude
import MediaTime

@testable import StationMonitoring

/// A station in virtual time, and the notices of its alarms.
///
/// Each second, the watch gets a level and a status, and its alarms are looked for.
struct SimulatedStation {
    static let start = UTCTime(seconds: 1_800_000_000)

    var watch: StationWatch
    private(set) var now = Self.start
    private(set) var notices: [AlarmNotice] = []
    private var book = AlarmBook()

    /// What is heard, in LUFS.
    var loudness = -18.0
    var state = PlayerStatus.State.playing
    var mute: PlayerStatus.Mute?
    /// How many seconds of audio the station sends in a second.
    var speed = 1.0
    /// How late the newest audio is, in seconds.
    var lateness = 0.0

    private(set) var position = Duration.zero
    private var received = 4.0

    /// `memory` is what another process has known of it.
    init(_ limits: AlarmLimits = AlarmLimits(), after memory: StationMemory = StationMemory()) {
        watch = StationWatch(limits, at: Self.start, memory: memory)
        book.adopt(memory, of: "a")
    }

    /// The time since the start, in seconds.
    var elapsed: Int { Int(saturating: (now - Self.start).inSeconds.rounded()) }

    /// The present stream frame.
    var frame: FrameTime { FrameTime(position) }

    mutating func send(_ event: String, _ fields: KeyValuePairs<String, JSONValue> = [:]) {
        watch.take(EventRecord(event, at: frame, fields), at: now)
    }

    /// A marker `seconds` from here.
    mutating func sendCue(
        _ kind: String, in seconds: Int = 0, duration: Double? = nil, as event: String = "cue.seen"
    ) {
        let place = JSONValue.integer((frame + seconds * FrameTime.rate).frames)
        if let duration {
            send(
                event,
                [
                    "kind": .string(kind), "source": "scte35", "streamFrame": place,
                    "duration": .decimal(duration),
                ])
        } else {
            send(event, ["kind": .string(kind), "source": "scte35", "streamFrame": place])
        }
    }

    /// Lets `seconds` pass.
    mutating func pass(_ seconds: Int) {
        for _ in 0..<seconds {
            now = now + .seconds(1)
            received += speed
            if state == .playing { position += .seconds(1) }
            let ahead = Duration(
                clamping: received - lateness - position.inSeconds, to: .session)
            var status = PlayerStatus(
                state: state, source: "http://a.example/", position: position,
                behindLive: ahead)
            status.mute = mute
            // A monitor decodes no more than it needs.
            status.buffered = min(ahead, .milliseconds(250))
            watch.take(status, at: now)
            watch.take(
                HeardLevel(
                    range: FrameRange(frame, count: FrameTime.rate), loudness: loudness,
                    truePeak: loudness), at: now)
            notices += book.note(watch.findings(at: now), of: "a", at: now)
        }
    }

    /// The changes of all alarms, with the second of each since the start.
    var changes: [String] {
        notices.map { notice in
            let second = Int(saturating: (notice.time - Self.start).inSeconds.rounded())
            return "\(notice.finding.kind.rawValue) \(notice.change.rawValue) \(second)"
        }
    }
}
