import Interlude
import MediaTime
import Testing

@testable import SessionReports

@Suite("The advertisements in the summary of a session")
struct AdCountTests {
    private static func record(
        _ event: String, at frame: Int64, slot: Int64, code: Int64? = nil
    ) -> EventRecord {
        var record = EventRecord(event, at: FrameTime(frame), ["slot": .integer(slot)])
        if let code { record.fields.append(JSONMember("code", .integer(code))) }
        return record
    }

    /// The member `key` of the document of a session with these lines.
    private static func document(_ key: String, of records: [EventRecord]) -> String? {
        var summary = SessionSummary()
        for record in records { summary.note(record) }
        return SessionVerdict(summary, played: .seconds(10), end: .asked).json[key]?.description
    }

    @Test("H13: are the spots tried, started and ended in each way, with the failures by code")
    func spots() {
        let records = [
            Self.record("slot.loading", at: 0, slot: 1),
            Self.record("slot.loading", at: 0, slot: 2),
            Self.record("slot.loading", at: 0, slot: 3),
            Self.record("slot.failed", at: 100, slot: 2, code: 402),
            Self.record("slot.loaded", at: 480, slot: 1),
            Self.record("slot.started", at: 4_800, slot: 1),
            Self.record("slot.failed", at: 5_000, slot: 3, code: 401),
            Self.record("slot.skipped", at: 9_600, slot: 1),
            Self.record("slot.loading", at: 9_600, slot: 4),
            Self.record("slot.failed", at: 9_700, slot: 4, code: 401),
            Self.record("slot.loading", at: 9_700, slot: 5),
            Self.record("slot.notUsed", at: 9_800, slot: 5),
        ]
        #expect(
            Self.document("spots", of: records)
                == #"{"tried":5,"started":1,"completed":0,"skipped":1,"failed":3,"notUsed":1,"#
                + #""credited":0,"cutOff":0,"failedByCode":{"401":2,"402":1},"loadTime":{"median":10,"max":10}}"#
        )
    }

    @Test(
        "H13: took so long to load in the middle and at most, to the frame",
        arguments: [
            ([], nil), ([24_000], #"{"median":500,"max":500}"#),
            ([480, 48_000], #"{"median":505,"max":1000}"#),
            ([48_000, 1, 480], #"{"median":10,"max":1000}"#),
            ([0, 48, 49, 96], #"{"median":1.010417,"max":2}"#),
        ] as [([Int64], String?)])
    func loadTimes(frames: [Int64], expected: String?) {
        var records: [EventRecord] = []
        for (slot, length) in frames.enumerated() {
            records.append(Self.record("slot.loading", at: 1_000, slot: Int64(slot)))
            records.append(Self.record("slot.loaded", at: 1_000 + length, slot: Int64(slot)))
        }
        // One that did not load, and one that nothing began.
        records.append(Self.record("slot.loading", at: 1_000, slot: 98))
        records.append(Self.record("slot.failed", at: 200_000, slot: 98, code: 402))
        records.append(Self.record("slot.loaded", at: 200_000, slot: 98))
        records.append(Self.record("slot.loaded", at: 200_000, slot: 99))
        var summary = SessionSummary()
        for record in records { summary.note(record) }
        let verdict = SessionVerdict(summary, played: .seconds(10), end: .asked)
        #expect(verdict.json["spots"]?["loadTime"]?.description == expected)
    }

    @Test("H13: were decided on by ad servers, or not")
    func decisions() {
        var records: [EventRecord] = []
        for (name, count) in [("requested", 6), ("received", 3), ("noAd", 2), ("failed", 1)] {
            for _ in 0..<count { records.append(EventRecord("decision.\(name)", at: .zero)) }
        }
        #expect(
            Self.document("decisions", of: records)
                == #"{"requested":6,"received":3,"noAd":2,"failed":1}"#)
    }

    @Test("are counted without limit, and kept within one")
    func bounded() {
        var summary = SessionSummary()
        let limit = Int64(SessionSummary.limit)
        for slot in 0..<3 * limit {
            summary.note(Self.record("slot.loading", at: 0, slot: slot))
            summary.note(
                Self.record("slot.loaded", at: slot < limit ? 48 : 96, slot: slot))
        }
        #expect(summary.loadTimes.begunCount == 3 * SessionSummary.limit)
        #expect(summary.loadTimes.median == 48)
        #expect(summary.loadTimes.longest == 96)
    }
}
