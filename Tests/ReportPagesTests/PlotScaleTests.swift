import ReportPages
import Testing

@Suite("The scale of a plot")
struct PlotScaleTests {
    @Test(
        "has about six ticks at round numbers, up to the first above the greatest value",
        arguments: [
            (6, 1, 6), (7, 2, 8), (13, 5, 15), (31, 10, 40), (60, 10, 60), (0.6, 0.1, 0.6),
            (1, 0.2, 1), (6.003, 1, 7), (6.01, 2, 8),
        ] as [(Double, Double, Double)])
    func ticks(greatest: Double, step: Double, end: Double) {
        let scale = PlotScale(holding: greatest, length: 100)
        #expect(abs(scale.step - step) < 1e-9)
        #expect(abs(scale.end - end) < 1e-9)
        #expect(scale.ticks.count == Int((end / step).rounded()) + 1)
        #expect(scale.ticks.first == 0)
        #expect(abs(scale.ticks[1] - step) < 1e-9)
    }

    @Test("has a length also for a greatest value of 0")
    func empty() {
        let scale = PlotScale(holding: 0, length: 100)
        #expect(abs(scale.step - 2e-7) < 1e-12)
        #expect(scale.ticks.count == 2)
    }

    @Test(
        "places a value between its ends",
        arguments: [(-1, 0), (0, 0), (1.5, 25), (6, 100), (7, 100)] as [(Double, Double)])
    func position(value: Double, pixels: Double) {
        #expect(abs(PlotScale(holding: 6, length: 100).position(of: value) - pixels) < 1e-9)
    }
}
