import Foundation
import MediaTime
import Testing

@Suite("A station whose clock is not the sound card's")
struct AiringTests {
    private static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

    /// A day, or half an hour.
    private static let seconds = isFull ? 24 * 3600 : 1800

    @Test(
        "is heard without a click or an underrun, and as far behind live as at first",
        arguments: [300.0, -300])
    func aired(drift: Double) {
        var airing = Airing(drift: drift)
        airing.run(seconds: Self.seconds)
        let figures = airing.figures
        #expect(figures.underruns == 0)
        #expect(figures.click < -110)
        // The card asks for 90 ms at once and packets are of 100 ms, so it goes up and down by 190;
        // and by less than 100 until it is known what the clocks differ by.
        let allowed = (190 + 100) * 48
        #expect(figures.buffered.count < allowed)
        #expect(figures.lag.count < allowed)
    }

    @Test("that agrees with it is heard bit for bit")
    func agreed() {
        var airing = Airing(drift: 0)
        airing.run(seconds: 600)
        #expect(airing.figures.underruns == 0)
        #expect(airing.figures.click < -130)
    }
}
