import Advertising
import Foundation
import Interlude
import MediaTime

@testable import SessionReports

/// A typical session: ten seconds, two breaks, and some faults.
enum ExampleLog {
    static let records: [EventRecord] = [
        EventRecord("session.connecting", at: .zero),
        EventRecord("session.playing", at: .zero, ["streamFrame": 0, "behindLive": 1.0]),
        announced(1, at: 48_000), slot("loading", 1, 1, at: 48_000),
        slot("loading", 2, 1, at: 48_000), slot("loading", 3, 1, at: 48_000),
        slot("loaded", 1, 1, at: 48_480, ["frames": 96_000, "loudness": -23.5, "truePeak": -2.1]),
        slot("failed", 2, 1, at: 49_000, ["code": 401, "reason": "<nothing> there"]),
        slot("loaded", 3, 1, at: 50_000, ["frames": 48_000, "loudness": -14.0, "truePeak": -0.5]),
        slot("started", 1, 1, at: 52_800, ["gain": 2.25]),
        slot("firstAudible", 1, 1, at: 52_848),
        EventRecord("stream.muted", at: FrameTime(52_800), ["by": "break", "streamFrame": 52_800]),
        slot("completed", 1, 1, at: 148_800),
        slot("started", 3, 1, at: 148_800, ["gain": -7.25]),
        slot("firstAudible", 3, 1, at: 148_800),
        slot("completed", 3, 1, at: 196_800),
        EventRecord(
            "stream.resumed", at: FrameTime(196_800),
            ["streamFrame": 196_800, "behindLive": 1.0]),
        latency(1, cueToAd: 100.0, gaps: [0.0], at: 196_800),
        EventRecord("sink.late", at: FrameTime(200_000), ["frames": 12]),
        EventRecord("stream.underrun", at: FrameTime(240_000), ["streamFrame": 240_000]),
        EventRecord(
            "session.playing", at: FrameTime(264_000), ["streamFrame": 240_000, "behindLive": 1.5]),
        announced(2, at: 336_000), slot("loading", 4, 2, at: 336_000),
        slot("loaded", 4, 2, at: 336_000, ["frames": 96_000]),
        slot("started", 4, 2, at: 336_000), slot("firstAudible", 4, 2, at: 336_000),
        EventRecord(
            "stream.held", at: FrameTime(336_000), ["by": "break", "streamFrame": 312_000]),
        slot("skipped", 4, 2, at: 384_000, ["reason": "listener"]),
        EventRecord(
            "stream.resumed", at: FrameTime(384_003),
            ["streamFrame": 312_000, "behindLive": 2.5]),
        latency(2, cueToAd: 0.0, gaps: [], at: 384_003),
        EventRecord("session.stopped", at: FrameTime(480_000)),
    ]

    static var account: SessionAccount {
        var account = SessionAccount()
        for record in records { account.note(record) }
        account.note(Advertisement(id: 1, title: "Tea & <cake>", audioFileURL: "tea.mp3"))
        account.note(Advertisement(id: 4, title: "", audioFileURL: "ferry.mp3"))
        return account
    }

    /// Tenths of seconds that are louder in spots.
    static var levels: LevelHistory {
        var levels = LevelHistory()
        for number in 0..<100 {
            let frame = FrameTime(Int64(number * 4800))
            let isSpot = (11..<41).contains(number) || (70..<80).contains(number)
            let isSilent = (50..<55).contains(number)
            let loudness = isSilent ? -.infinity : isSpot ? -20.0 : -24 + Double(number % 7) / 2
            levels.add(
                HeardLevel(
                    range: FrameRange(frame, count: 4800), loudness: loudness,
                    truePeak: isSilent ? -.infinity : loudness + 12))
        }
        return levels
    }

    static var report: SessionReport {
        SessionReport(
            facts: ["live.mp3", "sink null", "virtual clock"], account: account, levels: levels,
            verdict: verdict, version: "0.1.0")
    }

    static var verdict: SessionVerdict {
        var summary = SessionSummary()
        for record in records { summary.note(record) }
        return SessionVerdict(summary, played: .seconds(10), end: .asked)
    }

    private static func announced(_ id: Int64, at frame: Int64) -> EventRecord {
        EventRecord("break.announced", at: FrameTime(frame), ["break": .integer(id), "spots": 1])
    }

    /// A line about a spot whose advertisement has the number of its play.
    private static func slot(
        _ name: String, _ slot: Int64, _ breakID: Int64, at frame: Int64,
        _ fields: KeyValuePairs<String, JSONValue> = [:]
    ) -> EventRecord {
        var record = EventRecord(
            "slot.\(name)", at: FrameTime(frame),
            ["break": .integer(breakID), "slot": .integer(slot), "spot": .integer(slot)])
        record.fields += fields.map { JSONMember($0.key, $0.value) }
        return record
    }

    private static func latency(
        _ id: Int64, cueToAd: Double, gaps: [JSONValue], at frame: Int64
    ) -> EventRecord {
        EventRecord(
            "latency", at: FrameTime(frame),
            [
                "break": .integer(id), "cueToMute": .decimal(cueToAd), "cueToAd": .decimal(cueToAd),
                "gaps": .array(gaps), "adToStream": 0.0, "lagBefore": 1000, "lagAfter": 1000,
            ])
    }
}
