import AudioDecoding
import MediaTime
import TestSignals
import Testing

@testable import Playout

/// A station and a sound card whose clocks differ, with a network between, in simulated time.
struct Pair {
    struct Delivery: Sendable, CustomTestStringConvertible {
        /// Seconds of audio that arrive at once, and their greatest delay.
        let amount: Double
        let jitter: Double

        var testDescription: String { "\(amount) s at once, \(jitter) s late" }
    }

    /// Blocks of Icecast at 128 kb/s; irregular bursts of a second; packets as long as the card's
    /// blocks, so that both stay in step for minutes.
    static let deliveries = [
        Delivery(amount: 0.0875, jitter: 0), Delivery(amount: 1, jitter: 0.05),
        Delivery(amount: 0.024, jitter: 0.01), Delivery(amount: 0.09, jitter: 0),
    ]

    /// How much faster the station is, in ppm.
    var drift: Double
    var controller = DriftController()
    private let delivery: Delivery
    private var random = SeededRandom(seed: 7)

    /// Seconds by the card's clock.
    private var now = 0.0
    /// Never at the same moment as the card, because their order would then be random.
    private var nextDelivery = 0.01
    /// Seconds of the stream that were received, and that were rendered.
    private var received: Double
    private var rendered = 0.0
    private var renderedAt = 0.0

    /// The range of the correction in ppm, and of the buffer's distance from its start.
    private(set) var corrections = 0...0
    private(set) var deviations = 0.0...0.0
    private(set) var steepest = 0
    private var extremesAreKnown = false
    private var start: Double?

    /// The size of the card's blocks in seconds.
    private static let block = 0.09

    /// Seconds received and not rendered, right before the station's last delivery.
    private(set) var level = 0.0

    init(drift: Double, _ delivery: Delivery, buffered: Double = 3) {
        self.drift = drift
        received = buffered
        self.delivery = delivery
    }

    mutating func run(hours: Double) {
        let end = now + hours * 3600
        while now < end { deliver() }
    }

    /// Adds `seconds` to the buffer.
    mutating func move(by seconds: Double) {
        received += seconds
        start = start.map { $0 + seconds }
    }

    mutating func forgetExtremes() {
        extremesAreKnown = false
        steepest = 0
    }

    private mutating func deliver() {
        nextDelivery += delivery.amount / (1 + drift / 1e6)
        now = max(now, nextDelivery + Double.random(in: 0...1, using: &random) * delivery.jitter)
        let block = (now / Self.block).rounded(.down) * Self.block
        let before = controller.correction.partsPerMillion
        rendered += (block - renderedAt) * (1 + Double(before) / 1e6)
        renderedAt = block
        level = received - rendered
        controller.note(
            Int(saturating: level * Double(FrameTime.rate)),
            at: FrameTime(Int64(saturating: block * Double(FrameTime.rate))))
        received += delivery.amount
        if now > 12 { record(level, before) }
    }

    private mutating func record(_ level: Double, _ before: Int) {
        let correction = controller.correction.partsPerMillion
        let ideal = start ?? level
        start = ideal
        let off = level - ideal
        steepest = max(steepest, abs(correction - before))
        guard extremesAreKnown else {
            corrections = correction...correction
            deviations = off...off
            extremesAreKnown = true
            return
        }
        corrections =
            min(corrections.lowerBound, correction)...max(corrections.upperBound, correction)
        deviations = min(deviations.lowerBound, off)...max(deviations.upperBound, off)
    }
}
