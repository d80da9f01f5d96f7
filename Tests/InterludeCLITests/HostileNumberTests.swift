import AdDisplay
import Foundation
import Interlude
import MediaTime
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("A hostile number in a document")
struct HostileNumberTests {
    private static let numbers = ["1e300", "-1e300", "9.3e18", "1e18", "1e15"]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("makes any command that reads a SPOT.json refuse it, with its name", arguments: numbers)
    func spot(number: String) throws {
        let path = try folder.write(
            #"{"url": "a.mp3", "duration": \#(number)}"#.utf8, to: "spot.json")
        let error = #expect(throws: CommandError.self) {
            try SpotArgument.description(path: path).advertisement()
        }
        #expect(error?.status == .unreadableInput)
        #expect(error?.description.hasPrefix("\(path): \"duration\" must ") == true)
    }

    @Test("makes any command that reads a --feed refuse it, with its name", arguments: numbers)
    func feed(number: String) throws {
        let path = try folder.write(
            #"""
            {"sections": [], "placements": [{"name": "feed", "servingFreq": 4}],
             "ads": {"feed": [{"id": "7", "spot": {"url": "a.mp3", "duration": \#(number)}}]}}
            """#.utf8, to: "feed.json")
        let error = #expect(throws: CommandError.self) { try ProgrammePlan.read(path) }
        #expect(error?.status == .unreadableInput)
        #expect(error?.description.hasPrefix("\(path): \"duration\" must ") == true)
    }

    @Test(
        "is refused over the control socket, by its name",
        arguments: [
            (#"{"verb":"seek","seconds":NUMBER}"#, "seconds"),
            (#"{"verb":"delay","seconds":NUMBER}"#, "seconds"),
            (#"{"verb":"volume","gain":NUMBER}"#, "gain"),
            (#"{"verb":"push","spots":[{"url":"http://a/b","duration":NUMBER}]}"#, "duration"),
        ], numbers)
    func control(form: (String, String), number: String) throws {
        let line = form.0.replacing("NUMBER", with: number)
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ControlRequest.self, from: Data(line.utf8))
        }
        // The decoder may already refuse a number that no Float holds.
        if form.1 != "gain" {
            #expect(error?.numberWords?.hasPrefix("\"\(form.1)\" must ") == true)
        }
    }

    @Test(
        "is refused as a volume that no listener may request",
        arguments: [("-1", "must not be negative"), ("1.6", "must be at most 1.5")])
    func volume(gain: String, words: String) {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                ControlRequest.self, from: Data(#"{"verb":"volume","gain":\#(gain)}"#.utf8))
        }
        #expect(error?.numberWords == "\"gain\" \(words)")
    }
}
