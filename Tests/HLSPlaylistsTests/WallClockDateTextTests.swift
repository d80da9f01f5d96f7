import HLSPlaylists
import Testing

@Suite("Dates as playlists have them") struct WallClockDateTextTests {
    @Test(
        "are written in UTC to the microsecond",
        arguments: [
            ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000Z"),
            ("2024-02-29T23:59:59.9999999+01:00", "2024-02-29T22:59:59.999999Z"),
            ("2020-01-02T21:55:44.012345Z", "2020-01-02T21:55:44.012345Z"),
            ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500000Z"),
            ("0123-03-01T00:00:00Z", "0123-03-01T00:00:00.000000Z"),
        ])
    func text(read: String, written: String) throws {
        #expect(try #require(WallClockDate(parsing: read)).text == written)
    }

    @Test("are read again as written, on every day of 800 years")
    func days() {
        for day in stride(from: 0, to: 292_194, by: 1) {
            let date = WallClockDate(
                sinceEpoch: .seconds((day - 146_097) * 86_400 + day % 86_400))
            #expect(WallClockDate(parsing: date.text) == date)
        }
    }
}
