import Testing

@testable import HTTPAccess

@Suite("A date of HTTP")
struct HTTPDateTests {
    @Test(
        "is read in any of the three formats",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
            ("Fri, 01 Jan 0100 00:00:00 GMT", -59_011_459_200),
        ])
    func formats(text: String, seconds: Int) {
        #expect(HTTPDate(text)?.secondsSince1970 == seconds)
    }

    @Test(
        "with two digits for the year is the nearest to 2000 of those from 1970 on",
        arguments: [
            ("Thursday, 01-Jan-70 00:00:00 GMT", 0),
            ("Friday, 01-Jan-99 00:00:00 GMT", 915_148_800),
            ("Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800),
            ("Tuesday, 31-Dec-69 23:59:59 GMT", 3_155_759_999),
        ])
    func shortYears(text: String, seconds: Int) {
        #expect(HTTPDate(text)?.secondsSince1970 == seconds)
    }

    @Test(
        "is complete and has the months' English names",
        arguments: [
            "", "soon", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37:00 GMT",
            "Sun, 06 Nov 1994 08:xx:37 GMT", "Sun, 06 Noe 1994 08:49:37 GMT",
            "Sun, x Nov 1994 08:49:37 GMT", "Sun, 06 Nov x 08:49:37 GMT",
            "Sun, 06 Nov 10000 08:49:37 GMT", "06 Nov 1994 08:49:37",
        ])
    func malformed(text: String) {
        #expect(HTTPDate(text) == nil)
    }
}
