import Interlude
import MediaTime

@testable import SessionReports

/// A session of 60 s: tea.mp3 from 20 s to 25 s, cake.mp3 from 25 s until a listener skips it at
/// 28 s, and tea.mp3 again from 40 s to 45 s.
enum HeardSession {
    static let played = Duration.seconds(60)

    static var summary: SessionSummary {
        var summary = SessionSummary()
        for record in records { summary.note(record) }
        return summary
    }

    /// The programme at -20 LUFS, the first break at -20.5 LUFS, the second one at -15 LUFS.
    static var levels: LevelHistory {
        var levels = LevelHistory()
        for number in 0..<600 {
            let loudness =
                switch number {
                case 200..<280: -20.5
                case 400..<450: -15.0
                default: -20.0
                }
            levels.add(
                HeardLevel(
                    range: FrameRange(FrameTime(Int64(number * 4800)), count: 4800),
                    loudness: loudness, truePeak: loudness))
        }
        return levels
    }

    private static let tea: KeyValuePairs<String, JSONValue> = [
        "adId": "camp-4711", "title": "Tea", "url": "https://ads.example/spots/tea.mp3?v=2#a",
    ]
    private static let cake: KeyValuePairs<String, JSONValue> = [
        "title": "cake.mp3", "url": "/spots/cake.mp3",
    ]

    private static let records: [EventRecord] = [
        record("session.connecting", at: 0), record("session.playing", at: 0),
        record("break.started", at: 20, ["break": 1]),
        slot("started", 1, at: 20, tea),
        slot("failed", 3, at: 20, ["title": "gone.mp3", "code": 401, "reason": "it is not there"]),
        slot("completed", 1, at: 25, tea), slot("started", 2, at: 25, cake),
        slot("skipped", 2, at: 28, ["title": "cake.mp3", "reason": "listener"]),
        record("stream.resumed", at: 28),
        record("latency", at: 28, ["break": 1, "gaps": [0.0], "adToStream": 0.02]),
        record("break.ended", at: 28, ["break": 1]),
        record("stream.underrun", at: 30, ["streamFrame": 5]),
        record("stream.underrun", at: 31, ["device": true, "count": 2]),
        record("break.started", at: 40, ["break": 2]),
        slot("started", 4, at: 40, tea), slot("completed", 4, at: 45, tea),
        record("stream.resumed", at: 45),
        record("latency", at: 45, ["break": 2, "gaps": [], "adToStream": 0.0]),
        record("break.ended", at: 45, ["break": 2]),
        record("session.paused", at: 55), record("session.stopped", at: 60),
    ]

    private static func record(
        _ event: String, at seconds: Int64, _ fields: KeyValuePairs<String, JSONValue> = [:]
    ) -> EventRecord {
        EventRecord(event, at: FrameTime(seconds * 48_000), fields)
    }

    private static func slot(
        _ name: String, _ slot: Int64, at seconds: Int64,
        _ fields: KeyValuePairs<String, JSONValue>
    ) -> EventRecord {
        var record = record("slot.\(name)", at: seconds, ["break": 1, "slot": .integer(slot)])
        record.fields += fields.map { JSONMember($0.key, $0.value) }
        return record
    }
}
