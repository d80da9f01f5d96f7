import Foundation
import Interlude
import MediaTime
import Testing

@testable import Interlude

@Suite("Strangers' texts in JSON")
struct JSONLineTests {
    @Test(
        "a line of JSON stays the same document, without passwords and terminal commands",
        arguments: [
            (#"{"a":"http://u:p@h/x","b":"c@d"}"#, #"{"a":"http://***@h/x","b":"c@d"}"#),
            (#"["http://h","e@f"]"#, #"["http://h","e@f"]"#),
            (#"["q\"http://u:p\"w@h","\\","x@y"]"#, #"["q\"http://***@h","\\","x@y"]"#),
            (#"["a\\","http://u:p@h"]"#, #"["a\\","http://***@h"]"#),
            ("[\"\u{9B}2J\u{202E}\u{E0041}é\"]", #"["\u009b2J\u202e\udb40\udc41é"]"#),
            (#"{"t":-1.5,"n":null}"#, #"{"t":-1.5,"n":null}"#),
        ])
    func lines(line: String, safe: String) throws {
        #expect(JSONLine.safe(line) == safe)
        let options: JSONSerialization.ReadingOptions = .fragmentsAllowed
        _ = try JSONSerialization.jsonObject(with: Data(safe.utf8), options: options)
    }

    @Test("an event holds no password and no endless text, however it is made")
    func events() throws {
        let long = String(repeating: "x", count: 1_000_000)
        var record = EventRecord(
            "a", at: .zero, ["url": "http://u:p@h/", "texts": ["http://u:p@h/", .string(long)]])
        record.fields.append(JSONMember("later", ["at": .string("http://u:p@h/")]))
        record.add("last", .string("http://u:p@h/" + long))
        let line = "\(record.json)"
        #expect(!line.contains("u:p@"))
        #expect(line.utf8.count < 3 * EventRecord.textLimit)
        #expect(record.fields[0].value == "http://***@h/")
    }

    @Test("a JSON text escapes everything that a terminal would obey")
    func escapes() throws {
        let text = "\u{9B}\u{85}\u{202E}\u{2066}\u{FEFF}\u{E0041}\u{E000}\u{7F}\u{1B}a\u{200D}日"
        let json = "\(JSONValue.string(text))"
        #expect(
            json
                == #""\u009b\u0085\u202e\u2066\ufeff\udb40\udc41\ue000\u007f\u001ba"#
                + "\u{200D}日\"")
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
    }

    @Test("the title in the listener's mixer is printable")
    func streamTitle() {
        var status = PlayerStatus(state: .playing, source: "-")
        status.title = "b\u{1B}]0;x\u{7}\u{202E}"
        status.station = "a\u{9B}"
        #expect(MixerTitle(status).text == "a  - b ]0;x ")
        status.station = nil
        status.title = String(repeating: "x", count: 10_000)
        #expect(MixerTitle(status).text.count == 500)
    }
}
