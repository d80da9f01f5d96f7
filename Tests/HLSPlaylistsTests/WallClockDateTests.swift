import HLSPlaylists
import MediaTime
import Testing

@Suite("A date of a wall clock")
struct WallClockDateTests {
    private static let plain = "2016-06-22T09:20:16Z"

    @Test("is none if any of its marks or digits is another character", arguments: 0..<19)
    func characters(place: Int) {
        #expect(WallClockDate(parsing: Self.plain) != nil)
        for character in "x:-/" {
            var text = Array(Self.plain)
            guard text[place] != character else { continue }
            text[place] = character
            #expect(WallClockDate(parsing: String(text)) == nil, "\(String(text))")
        }
    }

    @Test(
        "has fields within their bounds",
        arguments: [
            ("2016-00-10T00:00:00Z", false), ("2016-01-10T00:00:00Z", true),
            ("2016-12-10T00:00:00Z", true), ("2016-13-10T00:00:00Z", false),
            ("2016-06-00T00:00:00Z", false), ("2016-06-01T00:00:00Z", true),
            ("2016-07-31T00:00:00Z", true), ("2016-07-32T00:00:00Z", false),
            ("2016-06-10T24:00:00Z", true), ("2016-06-10T25:00:00Z", false),
            ("2016-06-10T00:59:00Z", true), ("2016-06-10T00:60:00Z", false),
            ("2016-06-10T00:00:60Z", true), ("2016-06-10T00:00:61Z", false),
            ("2016-06-10T00:00:00", true), ("2016-06-10T00:00:0", false),
            ("2016-06-10T00:00:00+24:59", true), ("2016-06-10T00:00:00+25:00", false),
            ("2016-06-10T00:00:00+00:60", false), ("2016-06-10T00:00:00-00:59", true),
            ("2016-06-10T00:00:00+1", false), ("2016-06-10T00:00:00+1:30", false),
            ("2016-06-10T00:00:00+0:1:2", false), ("2016-06-10T00:00:00+0x", false),
            ("2016-06-10T00:00:00+00:x0", false), ("2016-06-10T00:00:00 02:00", false),
            ("2016-06-10T00:00:00Z0", false), ("2016-06-10T00:00:00z", false),
            ("2016-06-10T00:00:00.5x", false), ("2016-06-10T00:00:00,Z", false),
        ])
    func bounds(text: String, isDate: Bool) {
        #expect((WallClockDate(parsing: text) != nil) == isDate)
    }

    @Test("is read up to 64 bytes", arguments: [(44, true), (45, false)])
    func length(digits: Int, isDate: Bool) {
        let text = "2016-06-22T09:20:16." + String(repeating: "0", count: digits)
        #expect((WallClockDate(parsing: text) != nil) == isDate)
    }

    @Test(
        "is a moment, whatever its fraction and its zone are written like",
        arguments: [
            ("1970-01-01T00:00:09,25Z", 9_250), ("1970-01-01T00:00:09.000", 9_000),
            ("1970-01-01T01:00:00+01", 0), ("1970-01-01T01:30:00+01:30", 0),
            ("1970-01-01T00:00:00-0130", 5_400_000), ("1970-01-01T00:00:60Z", 60_000),
            ("1970-01-02T00:00:00Z", 86_400_000),
        ])
    func moments(text: String, milliseconds: Int) {
        #expect(WallClockDate(parsing: text)?.sinceEpoch == .milliseconds(milliseconds))
    }

    /// As `date -u -d DATE +%s` says, in days.
    @Test(
        "counts the days of the Gregorian calendar",
        arguments: [
            ("1900-03-01", -25_508), ("1969-12-31", -1), ("1970-03-01", 59), ("1972-02-29", 789),
            ("1972-03-01", 790), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
            ("2000-12-31", 11_322), ("2001-01-31", 11_353), ("2001-02-01", 11_354),
            ("2004-04-30", 12_538), ("2015-05-31", 16_586), ("2026-11-24", 20_781),
            ("2100-02-28", 47_540), ("2100-03-01", 47_541), ("0400-02-29", -573_372),
        ])
    func days(day: String, count: Int) {
        let date = WallClockDate(parsing: day + "T00:00:00Z")
        #expect(date?.sinceEpoch == .seconds(86_400 * count))
    }

    @Test("comes before a later one, and moves by a time")
    func order() {
        let (early, late) = (
            WallClockDate(sinceEpoch: .seconds(1)), WallClockDate(sinceEpoch: .seconds(2))
        )
        #expect(early < late)
        #expect(!(late < early))
        #expect(!(late < late))
        #expect(early.advanced(by: .seconds(1)) == late)
    }
}
