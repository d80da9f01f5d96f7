import Foundation
import Testing

@testable import Advertising

@Suite("A mistake in JSON")
struct JSONMistakeTests {
    @Test(
        "is found where a value has the wrong type",
        arguments: [
            ("{a:1}", 1), (#"{"a" 1}"#, 5), ("[1] 2", 4), (#"{"a":1 "b":2}"#, 7), ("[1 2]", 3),
            (#"{"a":}"#, 5), ("+1", 0), ("'a'", 0), ("{1:2}", 1), ("[1,,2]", 3), ("[.5]", 1),
            ("[NaN]", 1), ("{,}", 1), ("]", 0), (#"{"a":1]"#, 6), ("{\"a\":1\n,\n  x}", 11),
            ("[trux]", 4), ("[1}", 2), ("[,]", 1),
        ])
    func place(text: String, place: Int) {
        #expect(JSONMistake(in: text) == .invalidValue(at: place))
        #expect(JSONMistake(in: text)?.description == "invalid value around character \(place)")
    }

    @Test(
        "can be a text that breaks off",
        arguments: [
            "", " ", "[1,2", "[", "{", #"{"a""#, #"{"a":"#, #""abc"#, #""abc\""#, #""\"#, "nul",
            "[1,", #"{"a":1,"#,
        ])
    func breakingOff(text: String) {
        #expect(JSONMistake(in: text) == .breaksOff)
    }

    @Test(
        "is absent from what the decoder accepts",
        arguments: [
            "[1,]", #"{"a":1,}"#, "[]", "{}", "[[],{}]", #"{"a":{"b":[1,-2.5e3,"x\"",null]}}"#,
            "true", " 1 ", "\u{FEFF}[1]", "[{\"a\":[]},{}]",
        ])
    func sound(text: String) throws {
        _ = try JSONDecoder().decode(JSONNode.self, from: Data(text.utf8))
        #expect(JSONMistake(in: text) == nil)
    }

    @Test("is found at any depth without recursion")
    func depth() {
        let lists = String(repeating: "[", count: 100_000)
        #expect(JSONMistake(in: lists) == .breaksOff)
        #expect(JSONMistake(in: lists + "x") == .invalidValue(at: 100_000))
    }
}
