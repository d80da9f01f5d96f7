import Interlude
import MediaTime
import Testing

@testable import SessionReports

@Suite("A push that a session ended before")
struct RequestedPushTests {
    private static func record(
        _ event: String, _ fields: KeyValuePairs<String, JSONValue>
    ) -> EventRecord {
        EventRecord(event, at: .zero, fields)
    }

    private static func waited(_ url: String) -> EventRecord {
        record("slot.notUsed", ["slot": 9, "url": .string(url), "reason": "stopped"])
    }

    private static func heard(_ url: String) -> EventRecord {
        record("slot.completed", ["slot": 1, "url": .string(url)])
    }

    /// The seconds of the pushes that were not reached.
    private static func unreached(
        _ pushes: [(Int, [String])], _ lines: [EventRecord]
    ) -> [Int64] {
        var summary = SessionSummary()
        for line in lines { summary.note(line) }
        return summary.unreached(
            pushes.map { RequestedPush(at: .seconds($0.0), $0.1) }, played: .seconds(30)
        ).map(\.components.seconds)
    }

    @Test("is one whose time did not come")
    func late() {
        #expect(Self.unreached([(31, ["b"]), (30, ["a"]), (29, ["c"])], []) == [30, 31])
    }

    @Test("is one whose spots all waited for another one, or for a pause to end")
    func waiting() {
        #expect(Self.unreached([(20, ["a"])], [Self.waited("a")]) == [20])
        #expect(Self.unreached([(20, ["a", "b"])], ["a", "b"].map(Self.waited)) == [20])
        #expect(Self.unreached([(20, ["a", "b"])], [Self.heard("a"), Self.waited("b")]) == [])
    }

    @Test("is the last one of those of a spot")
    func repeated() {
        let pushes = [(20, ["a"]), (10, ["a"])]
        #expect(Self.unreached(pushes, [Self.heard("a"), Self.waited("a")]) == [20])
        #expect(Self.unreached(pushes, [Self.heard("a"), Self.heard("a")]) == [])
    }

    @Test("is one for which no break was made before the end")
    func unplaced() {
        let dropped = Self.record("break.dropped", ["spots": 1, "reason": "stopped"])
        #expect(Self.unreached([(0, ["a"])], [dropped]) == [0])
        // It was dropped for another reason, which has its own line.
        let ignored = Self.record("break.dropped", ["spots": 1, "reason": "ignored"])
        #expect(Self.unreached([(0, ["a"])], [ignored]) == [])
        // A break of the stream is no push.
        let marked = Self.record(
            "break.dropped", ["spots": 1, "reason": "stopped", "streamFrame": 5])
        #expect(Self.unreached([(0, ["a"])], [marked]) == [])
    }
}
