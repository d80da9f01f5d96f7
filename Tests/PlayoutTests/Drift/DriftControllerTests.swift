import AudioDecoding
import Foundation
import MediaTime
import TestSignals
import Testing

@testable import Playout

@Suite("Drift controller")
struct DriftControllerTests {
    /// A day, or three hours.
    private static let hours =
        ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1" ? 24.0 : 3

    @Test("two equal clocks are left alone, whatever the network's timing")
    func locked() {
        for delivery in Pair.deliveries {
            var pair = Pair(drift: 0, delivery)
            pair.run(hours: Self.hours)
            #expect(pair.corrections == 0...0, "\(delivery)")
        }
    }

    @Test(
        "the buffer stays within a quarter of a second of its fill",
        arguments: [-450, -300, -20, 20, 300, 450], Pair.deliveries)
    func day(drift: Double, delivery: Pair.Delivery) {
        var pair = Pair(drift: drift, delivery)
        pair.run(hours: Self.hours)
        #expect(pair.deviations.lowerBound > -0.25 && pair.deviations.upperBound < 0.25)
        #expect(pair.corrections.lowerBound > -700 && pair.corrections.upperBound < 700)
    }

    @Test("settles without oscillation", arguments: [-300, 300, 30])
    func rest(drift: Double) {
        var pair = Pair(drift: drift, Pair.deliveries[0])
        pair.run(hours: 2)
        pair.forgetExtremes()
        pair.run(hours: Self.hours)
        #expect(pair.corrections.count <= 3)
        #expect(abs(Double(pair.controller.correction.partsPerMillion) - drift) <= 1)
        // The card takes 90 ms at once, so the buffer varies.
        #expect(pair.deviations.upperBound - pair.deviations.lowerBound < 0.1)
    }

    @Test("clocks more than 500 ppm apart are followed up to 1500")
    func farApart() {
        for drift in [-1200.0, 900] {
            var pair = Pair(drift: drift, Pair.deliveries[0])
            pair.run(hours: Self.hours)
            #expect(pair.deviations.lowerBound > -0.45 && pair.deviations.upperBound < 0.45)
            #expect(pair.corrections.lowerBound >= -1500 && pair.corrections.upperBound <= 1500)
        }
    }

    @Test("a difference beyond that is corrected by 1500 ppm, and no more is learned")
    func beyond() {
        var pair = Pair(drift: 3000, Pair.deliveries[0])
        pair.run(hours: 1)
        #expect(pair.corrections.upperBound == 1500)
        pair.drift = 0
        pair.run(hours: 2)
        pair.forgetExtremes()
        pair.run(hours: 1)
        #expect(pair.corrections.lowerBound > -20 && pair.corrections.upperBound < 20)
    }

    @Test("changes by at most 4 ppm a second")
    func slew() {
        var pair = Pair(drift: 400, Pair.deliveries[1])
        pair.run(hours: 1)
        #expect(pair.steepest <= 4)
    }

    @Test("a pause and an outage are no drift: the fill after them is kept")
    func moved() throws {
        for step in [-1.5, 20] {
            var pair = Pair(drift: 100, Pair.deliveries[0])
            pair.run(hours: 2)
            let before = try #require(pair.controller.target?.inSeconds)
            pair.forgetExtremes()
            pair.move(by: step)
            pair.run(hours: 1)
            #expect(pair.corrections.lowerBound > 80 && pair.corrections.upperBound < 120)
            let after = try #require(pair.controller.target?.inSeconds)
            #expect(abs(after - before - step) < 0.05)
        }
    }

    @Test("a jump keeps what was learned about the clocks")
    func restarted() {
        var pair = Pair(drift: -200, Pair.deliveries[0])
        pair.run(hours: 2)
        pair.forgetExtremes()
        pair.controller.restart()
        #expect(pair.controller.target == nil)
        pair.move(by: 60)
        pair.run(hours: 1)
        #expect(pair.corrections.lowerBound > -225 && pair.corrections.upperBound < -175)
    }

    @Test("a small buffer grows to a second, by playing 0.3 % slower", arguments: [-300, 0, 300])
    func growing(drift: Double) {
        var pair = Pair(drift: drift, Pair.deliveries[0], buffered: 0.2)
        pair.run(hours: 0.1)
        #expect(pair.corrections.lowerBound == -3000 && pair.corrections.upperBound <= 400)
        pair.run(hours: 1)
        pair.forgetExtremes()
        pair.run(hours: Self.hours)
        #expect(pair.corrections.count < 25)
        #expect(pair.level > 0.95 && pair.level < 1.1)
    }

    @Test("E5: a listener catches up by playing 0.5 % faster", arguments: [-200, 0, 200])
    func catchingUp(drift: Double) throws {
        var pair = Pair(drift: drift, Pair.deliveries[0])
        pair.run(hours: 1)
        let before = pair.level
        pair.move(by: 6)
        pair.controller.catchUp(by: .seconds(6))
        pair.forgetExtremes()
        pair.run(hours: 1)
        #expect(pair.corrections.upperBound == 5000)
        #expect(abs(pair.level - before) < 0.3)
        pair.forgetExtremes()
        pair.run(hours: Self.hours)
        #expect(pair.corrections.count < 25)
    }

    @Test("a listener never catches up to less than a second")
    func cautious() {
        var pair = Pair(drift: 0, Pair.deliveries[0])
        pair.controller.catchUp(by: .seconds(20))
        pair.run(hours: 1)
        #expect(pair.level > 0.9 && pair.level < 1.2)
    }

    @Test("E5: a listener catches up sooner if silence is left out")
    func leavingOut() {
        var pair = Pair(drift: 0, Pair.deliveries[0])
        pair.run(hours: 1)
        let before = pair.level
        #expect(pair.controller.surplus == 0)
        pair.move(by: 6)
        pair.controller.catchUp(by: .seconds(6))
        while pair.controller.surplus == 0 { pair.run(hours: 0.001) }
        #expect(pair.controller.surplus > 5 * FrameTime.rate)
        pair.controller.noteLeftOut(5 * FrameTime.rate)
        pair.move(by: -5)
        #expect(pair.controller.surplus <= FrameTime.rate)
        // At 0.5 %, six seconds take twenty minutes, and one takes less than five.
        pair.run(hours: 0.1)
        #expect(pair.controller.surplus == 0)
        #expect(abs(pair.level - before) < 0.3)
    }
}
