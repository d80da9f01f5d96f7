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
}
