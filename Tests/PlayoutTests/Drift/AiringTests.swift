import Foundation
import MediaTime
import Testing

@Suite("A station whose clock differs from the sound card's")
struct AiringTests {
    private static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

    /// A day, or half an hour.
    private static let seconds = isFull ? 24 * 3600 : 1800

    @Test(
        "plays without a click or an underrun, at a constant delay behind live",
        arguments: [300.0, -300])
    func aired(drift: Double) {
        var airing = Airing(drift: drift)
        airing.run(seconds: Self.seconds)
        let figures = airing.figures
        #expect(figures.underruns == 0)
        #expect(figures.click < -110)
        // The card takes 90 ms at once and packets have 100 ms, so the buffer varies by 190 ms; and
        // by less than 100 more until the difference of the clocks is known.
        let allowed = (190 + 100) * 48
        #expect(figures.buffered.count < allowed)
        #expect(figures.lag.count < allowed)
    }

    @Test("plays bit for bit if the clocks agree")
    func agreed() {
        var airing = Airing(drift: 0)
        airing.run(seconds: 600)
        #expect(airing.figures.underruns == 0)
        #expect(airing.figures.click < -130)
    }
}
