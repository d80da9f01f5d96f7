import Advertising
import Foundation
import MediaTime
import Testing

@Suite("The duration that an advertisement declares")
struct AdvertisementNumberTests {
    private func read(_ duration: String) throws -> Advertisement {
        try JSONDecoder().decode(
            Advertisement.self, from: Data(#"{"url": "a.mp3", "duration": \#(duration)}"#.utf8))
    }

    @Test(
        "is refused if no spot can last so long, with the number named",
        arguments: ["1e300", "-1e300", "9.3e18", "1e18", "1e15", "86401", "-0.001"])
    func refused(duration: String) {
        let error = #expect(throws: DecodingError.self) { try read(duration) }
        #expect(error?.numberWords?.hasPrefix("\"duration\" must ") == true)
    }

    @Test("is no number if JSON has none", arguments: ["1e999", "-1e999", "NaN", "Infinity"])
    func noNumber(duration: String) {
        #expect(throws: DecodingError.self) { try read(duration) }
    }

    @Test(
        "is accepted up to a day",
        arguments: [("0", .zero), ("12.5", .milliseconds(12_500)), ("86400", .seconds(86_400))]
            as [(String, Duration)])
    func accepted(text: String, duration: Duration) throws {
        #expect(try read(text).duration == duration)
    }

    @Test("is nothing if it is null or missing")
    func missing() throws {
        #expect(try read("null").duration == nil)
    }
}
