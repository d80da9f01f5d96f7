import Advertising
import Interlude
import MediaTime
import Testing

@Suite("Event record")
struct EventRecordTests {
    @Test("is one line: event, time, frame, ids, then the rest in the order given")
    func golden() {
        let record = EventRecord(
            "slot.started", at: FrameTime(72_001),
            ["title": "Tea \"now\"\n", "slot": 2, "break": "b1", "behindLive": 0.25])
        #expect(
            record.json.description == #"""
                {"event":"slot.started","t":1.500021,"frame":72001,"slot":2,"break":"b1",\#
                "title":"Tea \"now\"\n","behindLive":0.25}
                """#)
    }

    @Test(
        "numbers have at most six decimals and no exponent",
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (0.1, "0.1"), (1e-7, "0"), (-1e-7, "0"),
            (1.5e-6, "0.000002"), (-2.5, "-2.5"), (123_456.000_001, "123456.000001"),
            (1e15, "1000000000000000"), (1e22, "10000000000000000000000"), (.infinity, "null"),
            (.nan, "null"),
        ] as [(Double, String)])
    func decimals(number: Double, text: String) {
        #expect(JSONValue.decimal(number).description == text)
    }

    @Test("text is escaped only where JSON requires it")
    func strings() {
        let text: JSONValue = "a\\b\"c\u{1}\u{7F}\t\r\né 🎧/"
        #expect(text.description == #""a\\b\"c\u0001\u007f\t\r\né 🎧/""#)
    }

    @Test("nested values keep their order")
    func nested() {
        let value: JSONValue = ["b": [1, true, .null], "a": ["z": 1, "y": []]]
        #expect(value.description == #"{"b":[1,true,null],"a":{"z":1,"y":[]}}"#)
    }

    @Test("unknown values are left out of a status")
    func status() {
        var status = PlayerStatus(state: .playing, source: "a.mp3", position: .milliseconds(1500))
        #expect(
            status.json.description == """
                {"state":"playing","source":"a.mp3","position":1.5,"queuedSpots":0,"volume":1,\
                "buffered":0,"underruns":0}
                """)
        status.adBreak = BreakStatus(
            Advertisement(id: 1, title: "Tea", audioFileURL: ""), spotNumber: 1, spotCount: 2,
            spotRemaining: .seconds(3))
        #expect(
            status.json["break"]?.description == """
                {"id":"1","policy":"mute","spot":1,"spots":2,"title":"Tea","spotRemaining":3,\
                "remainingAtLeast":3}
                """)
        status.loudness = -18.25
        status.adBreak?.spotDecibels = -4.5
        #expect(status.json["loudness"] == .decimal(-18.25))
        #expect(status.json["break"]?["spotGain"] == .decimal(-4.5))
    }
}
