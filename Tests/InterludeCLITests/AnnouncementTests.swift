import Interlude
import MediaTime
import Testing

@testable import InterludeCLI

@Suite("The lines that announce events")
struct AnnouncementTests {
    private static func record(
        _ event: String, _ fields: KeyValuePairs<String, JSONValue>
    ) -> EventRecord { EventRecord(event, at: .zero, fields) }

    @Test(
        "say what a listener cannot hear, and nothing of most events",
        arguments: [
            (record("slot.failed", ["reason": "404"]), "spot left out: 404"),
            (record("session.reconnecting", ["reason": "lost"]), "lost"),
            (record("session.warning", ["reason": "404", "source": "http://a/"]), "404"),
            (record("session.warning", ["reason": "no mute music"]), "no mute music"),
            (record("session.connecting", ["source": "http://a/"]), "connecting to http://a/"),
            (record("session.connecting", [:]), nil),
            (record("sink.restored", [:]), "the sound device is back"),
            (record("slot.started", ["reason": "x", "source": "y"]), nil),
        ] as [(EventRecord, String?)])
    func lines(record: EventRecord, line: String?) {
        #expect(record.announcement == line)
    }

    @Test(
        "know a break that nothing fits from one that is dropped for another reason",
        arguments: [
            ("break.dropped", "nothingFits", true), ("break.dropped", "queueFull", false),
            ("slot.notUsed", "nothingFits", false),
        ])
    func unfilled(event: String, reason: String, isUnfilled: Bool) {
        #expect(Self.record(event, ["reason": .string(reason)]).isUnfilledBreak == isUnfilled)
    }

    @Test("of a lost device promise its return only once something was heard")
    func device() {
        for (frame, line) in [
            (FrameTime.zero, "tries for 9 s"),
            (FrameTime(1), "tries for 9 s; playback resumes when it is back"),
        ] {
            let record = EventRecord("sink.lost", at: frame, ["reason": "tries for 9 s"])
            #expect(record.announcement == line)
        }
    }
}
