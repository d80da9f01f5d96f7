import ReportPages
import Testing

@Suite("Figures for people")
struct FiguresTests {
    @Test(
        "show a time in hours, minutes and whole seconds, rounded down",
        arguments: [
            (.zero, "0:00"), (.milliseconds(59_999), "0:59"), (.seconds(60), "1:00"),
            (.seconds(3599), "59:59"), (.seconds(3600), "1:00:00"), (.seconds(3723), "1:02:03"),
            (.milliseconds(-61_500), "-1:01"),
        ] as [(Duration, String)])
    func clock(time: Duration, expected: String) {
        #expect(Figures.clock(time) == expected)
    }

    @Test(
        "round the remaining seconds up, so that only the end is 0",
        arguments: [(0, 0), (0.001, 1), (1, 1), (1.2, 2), (-0.5, 0)] as [(Double, Int)])
    func remaining(seconds: Double, expected: Int) {
        #expect(Figures.wholeSeconds(seconds) == expected)
        #expect(Figures.wholeSeconds(.seconds(seconds)) == expected)
    }

    @Test(
        "round to the last digit shown, with every zero and the sign",
        arguments: [
            (0, ["0.0", "0.00", "0.000"]), (1.0625, ["1.1", "1.06", "1.063"]),
            (-0.25, ["-0.3", "-0.25", "-0.250"]), (9.9996, ["10.0", "10.00", "10.000"]),
            (-0.0004, ["0.0", "0.00", "0.000"]), (-12.005, ["-12.0", "-12.01", "-12.005"]),
        ] as [(Double, [String])])
    func digits(number: Double, expected: [String]) {
        let shown = [
            Figures.tenths(number), Figures.hundredths(number), Figures.thousandths(number),
        ]
        #expect(shown == expected)
    }

    @Test("show a large number below 1e9 as it is, and minutes with two digits")
    func large() {
        #expect(Figures.tenths(999_999_999) == "999999999.0")
        #expect(Figures.hundredths(999_999_999) == "999999999.00")
        #expect(Figures.whole(-999_999_999) == "-999999999")
        #expect(Figures.hundredths(0.1) == "0.10")
        #expect(Figures.clock(.seconds(3600 + 600 + 10)) == "1:10:10")
    }

    @Test("show a number without a bound as infinite", arguments: [1e9, 1e300, .infinity])
    func unbounded(number: Double) {
        for figure in [Figures.tenths, Figures.hundredths, Figures.whole] {
            #expect(figure(number) == "∞")
            #expect(figure(-number) == "-∞")
        }
    }

    @Test(
        "have a date as people write it, and none for another text",
        arguments: [
            ("2026-03-14T09:26:53Z", "14 March 2026, 09:26:53 UTC"),
            ("2026-12-01T00:00:00.123Z", "1 December 2026, 00:00:00 UTC"),
            ("2026-13-01T00:00:00Z", nil), ("2026-01-32T00:00:00Z", nil),
            ("2026-00-01T00:00:00Z", nil), ("2026-01-00T00:00:00Z", nil),
            ("2026-01-01T00:00:00+01:00", nil), ("", nil),
        ] as [(String, String?)])
    func date(text: String, words: String?) {
        #expect(Figures.date(text) == words)
    }
}
