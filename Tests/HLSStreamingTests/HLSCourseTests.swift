import Foundation
import HLSPlaylists
import HLSStreaming
import MediaTime
import TestSignals
import Testing

@Suite("HLS client, random courses")
struct HLSCourseTests {
    /// A random station, network and faults.
    static func run(seed: UInt64) throws -> ClientRun {
        var random = SeededRandom(seed: seed)
        var station = ModelStation()
        station.target = .seconds(Int.random(in: 1...10, using: &random))
        station.window = Int.random(in: 3...12, using: &random)
        var control: [String] = []
        if Bool.random(using: &random) {
            control.append("CAN-BLOCK-RELOAD=YES")
            if Bool.random(using: &random) { station.partCount = 4 }
        }
        if Bool.random(using: &random) {
            control.append("CAN-SKIP-UNTIL=\(station.target * 6 / .seconds(1))")
        }
        if !control.isEmpty {
            station.header = ["#EXT-X-SERVER-CONTROL:\(control.joined(separator: ","))"]
        }
        let now = station.count(at: .zero)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            station.gaps.insert(now + Int.random(in: 0...60, using: &random))
            station.discontinuities.insert(now + Int.random(in: 0...60, using: &random))
        }
        let list =
            Bool.random(using: &random)
            ? try HLSVariantTests.audio(64_000, 128_000, 256_000) : nil
        var run = try ClientRun(station, list, givingUpAfter: .seconds(120))
        run.rates = [64_000, 128_000, 256_000]
        run.networkRate = Double.random(in: 300_000...5_000_000, using: &random)
        run.roundTrip = .milliseconds(Int.random(in: 1...400, using: &random))
        let faults = Double.random(in: 0...0.3, using: &random)
        let dice = Dice(SeededRandom(seed: seed &+ 1), faults)
        run.onPlaylist = { [station] _, now in
            guard dice.isFault else { return .state(at: now) }
            dice.isOld.toggle()
            return dice.isOld
                ? .state(at: now - station.target * dice.number(station.window))
                : .fail(dice.flip ? .passing : .absent)
        }
        run.onMedia = { _, _ in dice.isFault ? (dice.flip ? .passing : .absent) : nil }
        return run
    }

    /// Randomness that the closures of a run share.
    private final class Dice {
        private var random: SeededRandom
        private let share: Double
        var isOld = false

        init(_ random: SeededRandom, _ share: Double) {
            self.random = random
            self.share = share
        }

        var isFault: Bool { Double.random(in: 0..<1, using: &random) < share }
        var flip: Bool { Bool.random(using: &random) }
        func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    }

    @Test("media comes once and in order, loads do not overlap, and no client is busy")
    func courses() throws {
        let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"
        for seed in 0..<UInt64(isFull ? 1000 : 160) {
            var run = try Self.run(seed: seed)
            var random = SeededRandom(seed: seed &+ 2)
            var restarts = 0
            while run.now < .seconds(600), !run.isOver {
                try run.run(until: run.now + .seconds(Int.random(in: 20...200, using: &random)))
                if Int.random(in: 0..<3, using: &random) == 0 {
                    run.station.epoch += 1
                    restarts += 1
                    run.station.beginning =
                        run.now - .seconds(Int.random(in: 1...900, using: &random))
                } else if Bool.random(using: &random) {
                    try run.send(Bool.random(using: &random) ? .abandoned : .shortage)
                }
            }
            #expect(run.problems == [], "seed \(seed)")
            #expect(Self.disorder(in: run) == nil, "seed \(seed)")
            let perSecond = Double(run.effectCount) / max(1, run.now / .seconds(1))
            #expect(perSecond < 25, "seed \(seed)")
            #expect(run.isOver || run.deliveries.count > 10, "seed \(seed)")
        }
    }

    /// The first delivery that repeats or precedes an earlier one of the same sequence.
    static func disorder(in run: ClientRun) -> ClientRun.Delivery? {
        var last: (epoch: Substring, place: Int)?
        for delivery in run.deliveries {
            let request = delivery.request
            let epoch = request.uri.prefix { $0 != "-" }
            let place = request.sequence * 100 + (request.part ?? 99)
            if let last, last.epoch == epoch, place <= last.place { return delivery }
            last = (epoch, place)
        }
        return nil
    }

    @Test("without faults nothing is left out, and the buffer never runs empty")
    func faultless() throws {
        for seed in 0..<UInt64(200) {
            var run = try Self.run(seed: seed)
            run.station.gaps = []
            run.networkRate = 5_000_000
            // A part has to arrive before the hold-back of three parts has played.
            run.roundTrip = min(run.roundTrip, run.station.part / 3)
            run.onPlaylist = { _, now in .state(at: now) }
            run.onMedia = { _, _ in nil }
            var least = Duration.seconds(1000)
            while run.now < .seconds(300) {
                try run.run(until: run.now + .milliseconds(500))
                if run.now > .seconds(5) { least = min(least, run.buffered) }
            }
            #expect(least > .zero, "seed \(seed)")
            #expect(run.deliveries.allSatisfy { $0.request.joint == .continued }, "seed \(seed)")
        }
    }
}
