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
            (
                record(
                    "slot.failed",
                    ["title": "Tea", "url": "tea.mp3", "reason": "the server does not answer"]),
                "spot left out: Tea: the server does not answer"
            ),
            (
                record(
                    "slot.failed",
                    ["title": "Tea", "url": "tea.mp3", "reason": "tea.mp3: there is no such file"]),
                "spot left out: tea.mp3: there is no such file"
            ),
            (record("session.reconnecting", ["reason": "lost"]), "lost"),
            (record("session.warning", ["reason": "404", "source": "http://a/"]), "404"),
            (record("session.warning", ["reason": "no mute music"]), "no mute music"),
            (record("session.connecting", ["source": "http://a/"]), "connecting to http://a/"),
            (record("session.connecting", [:]), nil),
            (record("sink.restored", [:]), "the sound device is back"),
            (record("sink.restored", ["continues": true]), "the streaming server is back"),
            (
                record("sink.lost", ["reason": "gone", "continues": true]),
                "gone; its listeners miss what is played until it is back"
            ),
            (record("slot.started", ["reason": "x", "source": "y"]), nil),
        ] as [(EventRecord, String?)])
    func lines(record: EventRecord, line: String?) {
        #expect(record.announcement == line)
    }

    @Test(
        "know a break that nothing fits from one that is dropped for another reason",
        arguments: [
            ("break.dropped", "nothingFits", "no spot fits it"),
            ("break.dropped", "noSpots", "there is no spot for it; name some with --fill"),
            ("break.dropped", "queueFull", nil), ("slot.notUsed", "nothingFits", nil),
        ])
    func unfilled(event: String, reason: String, words: String?) {
        let record = Self.record(event, ["reason": .string(reason)])
        #expect(record.unfilledBreakWords == words.map { "a break of the stream left out: \($0)" })
    }

    @Test("say how long a break is that nothing fits")
    func unfilledLength() {
        let record = Self.record(
            "break.dropped", ["reason": "nothingFits", "duration": .decimal(9.98400)])
        #expect(record.unfilledBreakWords?.hasSuffix("no spot fits its 9.984 s") == true)
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
