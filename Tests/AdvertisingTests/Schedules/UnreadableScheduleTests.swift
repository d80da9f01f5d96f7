import Advertising
import Foundation
import MediaTime
import Testing

@Suite("A document that is no schedule")
struct UnreadableScheduleTests {
    @Test(
        "is refused with what is wrong with it",
        arguments: [
            ("", "empty"), ("  \n ", "empty"), ("hello", "neither JSON nor XML"),
            ("{ vast: null }", "not valid JSON (invalid value around character 2)"),
            (#"{"ads": {"#, "not valid JSON (it breaks off)"),
            (#"{"ads": "x"#, "not valid JSON (it breaks off)"),
            (#"{"ads": NaN}"#, "not valid JSON (invalid value around character 8)"),
            ("{}", "without any key of a schedule"),
            (#"{"songs": 1, "artist": 2}"#, #""artist", "songs""#), ("[1, 2]", "schedule"),
            (#"{"error": "No bid found"}"#, "No bid found"), ("<a/>", "XML"),
            ("<VAST><Ad>", "not valid XML (line 1"), ("<VAST>\n<Ad>\n</VAST>", "line 3"),
            ("<html><br><p>", "web page"), ("<HTML lang=en>", "not valid XML"),
            ("<!DOCTYPE html><html></html>", "web page"),
            ("<VAST>a & b</VAST>", "not valid XML"), ("<VAST>&nbsp;</VAST>", "not valid XML"),
            ("<VideoAdServingTemplate></VideoAdServingTemplate>", "VAST 1"),
            ("<rss version=\"2.0\"></rss>", "<rss>"), ("<", "not valid XML"),
            (
                "<?xml version=\"1.0\"?><!DOCTYPE VAST [<!ENTITY a \"b\">]><VAST>&a;</VAST>",
                "DOCTYPE"
            ),
            ("<!-- x --><?y z?>\n<!DOCTYPE VAST SYSTEM \"file:///etc/passwd\"><VAST/>", "DOCTYPE"),
        ])
    func errors(document: String, words: String) throws {
        let error = try #require(throws: AdScheduleError.self) { try schedule(document) }
        #expect("\(error)".contains(words), "\(error)")
        #expect("\(error)".hasPrefix("schedule: ") && !"\(error)".contains { $0.isNewline })
    }

    @Test("is recognised by its bytes if it is compressed")
    func compressed() {
        #expect {
            try AdSchedule(parsing: [0x1F, 0x8B, 0x08, 0x00, 0x7B], address: "schedule")
        } throws: { error in
            "\(error)".contains("gunzip")
        }
    }

    @Test(
        "has a limit of attributes per tag",
        arguments: [#"a%="1""#, #"xmlns:a%='1'"#])
    func attributes(one: String) {
        let many = (0..<100_000).map { one.replacing("%", with: "\($0)") }
        #expect {
            try schedule("<VAST \(many.joined(separator: " "))/>")
        } throws: { error in
            (error as? AdScheduleError)?.reason == .tooManyAttributes(limit: 1000)
        }
    }

    @Test("has a limit of depth")
    func depth() {
        let objects = String(repeating: #"{"ads":"#, count: 100_000)
        let lists = String(repeating: "[", count: 100_000)
        let elements = String(repeating: "<VAST>", count: 100_000)
        let closed =
            String(repeating: "<VAST>", count: 200) + String(repeating: "</VAST>", count: 200)
        for document in [objects, lists, elements, closed] {
            #expect {
                try schedule(document)
            } throws: { error in
                (error as? AdScheduleError)?.reason == .tooDeep(limit: 64)
            }
        }
    }

    @Test("has a limit of size")
    func size() {
        let spaces = String(repeating: " ", count: AdSchedule.maximumByteCount + 1)
        #expect {
            try schedule(spaces)
        } throws: { error in
            guard case .tooLarge? = (error as? AdScheduleError)?.reason else { return false }
            return true
        }
        let list = "[" + String(repeating: "1,", count: 200_000) + "1]"
        let elements = "<VAST>" + String(repeating: "<a/>", count: 200_000) + "</VAST>"
        for document in [list, elements] {
            #expect {
                try schedule(document)
            } throws: { error in
                guard case .tooManyParts? = (error as? AdScheduleError)?.reason else {
                    return false
                }
                return true
            }
        }
    }

    @Test("takes texts of any length")
    func lengths() throws {
        let long = String(repeating: "x", count: 1_000_000)
        let schedule = try schedule(
            #"{"ads": {"breaks": [{"breakId": "\#(long)", "timeOffset": "\#(long)"}]}}"#)
        #expect(schedule.remarks.allSatisfy { $0.count < 300 })
    }

    @Test("gives at most a hundred warnings, and says that there are more", arguments: [99, 100])
    func warnings(count: Int) throws {
        func remarks(_ count: Int) throws -> [String] {
            let many = Array(repeating: "7", count: count).joined(separator: ",")
            return try schedule(#"{"ads": {"breaks": [\#(many)]}}"#).remarks
        }
        let few = (1...count).map { "break \($0): is not an object; left out" }
        #expect(try remarks(count) == few)
        let most = (1...100).map { "break \($0): is not an object; left out" }
        #expect(try remarks(count + 2) == most + ["and more of that kind"])
        #expect(try remarks(5000).count == 101)
    }

    @Test("takes no more breaks than a day can have, in time proportional to their number")
    func manyBreaks() throws {
        let one = #"{"breakId": "a", "timeOffset": 5, "duration": 1, "ads": [{"duration": 1}]}"#
        let over = one.replacing("5", with: #"5, "type": "nonlinear""#)
        for entry in [one, over] {
            let many = String(repeating: entry + ",", count: 10_000) + entry
            let schedule = try schedule(#"{"ads": {"breaks": [\#(many)]}}"#)
            #expect(schedule.fault == nil)
            #expect(schedule.breaks.count == (entry == one ? 1 : 4320))
            var same = schedule
            #expect(same.append(schedule).isEmpty)
        }
    }
}
