import ReportPages
import Testing

@Suite("SVG of a report")
struct SVGTests {
    @Test(
        "rounds numbers to a tenth of a pixel",
        arguments: [
            (0, "0"), (12, "12"), (1.04, "1"), (-0.04, "0"), (1.25, "1.3"), (-2.25, "-2.3"),
        ] as [(Double, String)])
    func number(value: Double, expected: String) {
        #expect(SVG.number(value) == expected)
    }

    @Test("draws each line of a path from its own start")
    func path() {
        let lines: [[SVG.Point]] = [[.init(0, 1), .init(2, 3)], [.init(4.5, 6), .init(7, 8)]]
        #expect(SVG.path("wave", lines) == #"<path class="wave" d="M0 1L2 3M4.5 6L7 8"/>"#)
    }
}
