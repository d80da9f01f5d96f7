import HLSPlaylists
import MediaTime
import Testing

@Suite("A date of a playlist")
struct ProgramDateTests {
    @Test(
        "is read exactly, in any zone",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59.999Z", 951_868_799_999),
            ("2016-06-22T09:20:16.166-04:00", 1_466_601_616_166),
            ("2016-06-22T13:20:16.166", 1_466_601_616_166),
            ("2016-06-22 18:50:16.166+0530", 1_466_601_616_166),
            ("1969-12-31T23:59:59Z", -1_000),
        ])
    func exact(text: String, milliseconds: Int) {
        #expect(WallClockDate(parsing: text)?.sinceEpoch == .milliseconds(milliseconds))
    }

    @Test(
        "is none if it is written otherwise",
        arguments: [
            "", "2016-06-22", "2016-13-22T09:20:16Z", "2016-06-22T09:20:16.Z",
            "2016-06-22T09:20:16X", "2016-06-22T09:61:16Z", "2016-06-22T09:20:16+5",
            "٢٠١٦-06-22T09:20:16Z",
        ])
    func none(text: String) {
        #expect(WallClockDate(parsing: text) == nil)
    }

    @Test("of a segment continues the one before it, and is counted back before the first")
    func dates() throws {
        let playlist = try media(
            "#EXTINF:2.5,", "a", "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:10Z", "#EXTINF:4,", "b",
            "#EXTINF:4,", "c", "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:00Z", "#EXTINF:4,", "d")
        let dates = ProgramDates(playlist).dates.map(\.sinceEpoch)
        #expect(dates == [.milliseconds(7_500), .seconds(10), .seconds(14), .seconds(60)])
    }

    @Test(
        "has a place in the playlist, also outside its window",
        arguments: [(0, -10), (10, 0), (13, 3), (30, 8), (60, 8), (62, 10), (90, 38)])
    func positions(second: Int, position: Int) throws {
        // The dates jump from 0:18 to 1:00 where the second segment ends.
        let playlist = try media(
            "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:10Z", "#EXTINF:4,", "a", "#EXTINF:4,", "b",
            "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:00Z", "#EXTINF:4,", "c")
        let date = WallClockDate(sinceEpoch: .seconds(second))
        #expect(ProgramDates(playlist).position(of: date) == .seconds(position))
    }

    @Test("has no place in a playlist without dates")
    func undated() throws {
        let dates = ProgramDates(try media("#EXTINF:4,", "a"))
        #expect(dates.position(of: WallClockDate(sinceEpoch: .zero)) == nil)
    }

    @Test(
        "E17: snaps to the closest boundary of a segment",
        arguments: [
            (-5, 0), (0, 0), (1, 0), (2, 0), (3, 4), (4, 4), (6, 4), (7, 8), (8, 8), (50, 8),
        ])
    func boundaries(second: Int, boundary: Int) throws {
        let dates = ProgramDates(try media("#EXTINF:4,", "a", "#EXTINF:4,", "b"))
        #expect(dates.boundary(closestTo: .seconds(second)) == .seconds(boundary))
    }
}

@Suite("A decimal number of seconds")
struct DecimalSecondsTests {
    @Test(
        "is exact",
        arguments: [
            ("4.00008", 4_000_080_000), ("0.1", 100_000_000), ("007", 7_000_000_000),
            (".5", 500_000_000), ("6.", 6_000_000_000), ("-2.25", -2_250_000_000),
            ("1.0000000000000000009", 1_000_000_000),
        ])
    func exact(text: String, nanoseconds: Int) {
        #expect(
            Duration(decimalSeconds: text, within: .offset) == .nanoseconds(nanoseconds))
    }

    @Test(
        "is none if it is another text or out of bounds",
        arguments: [
            "", "-", ".", "1e3", "NaN", "1.2.3", "1 2", "٣", "36000001", "-9",
            "9999999999999999999",
        ])
    func none(text: String) {
        #expect(Duration(decimalSeconds: text, within: .position) == nil)
    }
}
