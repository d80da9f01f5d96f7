import AudioDecoding
import MediaTime
import Testing

@testable import Playout

@Suite("The rules of the drift controller")
struct DriftRulesTests {
    /// A controller that was told a fill in each second of listening.
    private struct Listening {
        var controller = DriftController()
        private(set) var second = 0
        /// The correction after each second in ppm.
        private(set) var corrections: [Int] = []

        mutating func hear(seconds count: Int, fill: (Int) -> Int) {
            for _ in 0..<count {
                controller.note(fill(second), at: FrameTime(Int64(second * FrameTime.rate)))
                corrections.append(controller.correction.partsPerMillion)
                second += 1
            }
        }

        mutating func hear(seconds count: Int, fill: Int) { hear(seconds: count) { _ in fill } }
    }

    /// The seconds before the first lowest fill of ten is known.
    private static let warmUp = 11

    @Test("a fill of half a second is a cushion, and less grows to a second")
    func cushion() {
        var enough = Listening()
        enough.hear(seconds: Self.warmUp + 10, fill: 24_000)
        #expect(enough.controller.target == nil)
        enough.hear(seconds: 50, fill: 24_000)
        #expect(enough.controller.target == .milliseconds(500))
        #expect(Set(enough.corrections) == [0])
        var thin = Listening()
        thin.hear(seconds: Self.warmUp + 9, fill: 23_999)
        #expect(thin.controller.target == nil)
        thin.hear(seconds: 1, fill: 23_999)
        #expect(thin.controller.target == .seconds(1))
    }

    @Test("a cushion grows by 3000 ppm, reached and left in steps of 300")
    func growth() {
        var listening = Listening()
        listening.hear(seconds: Self.warmUp + 10, fill: 23_900)
        listening.hear(seconds: 20, fill: 23_900)
        let beginning = listening.corrections[(Self.warmUp + 9)...]
        #expect(
            Array(beginning)
                == [0] + (1...10).map { -300 * $0 } + [Int](repeating: -3000, count: 10))
        // A tenth of a second more in each second, up to a second and a half.
        let start = listening.second
        listening.hear(seconds: 60) { min(72_000, 23_900 + 4800 * ($0 - start)) }
        let steps = zip(listening.corrections, listening.corrections.dropFirst()).map { $1 - $0 }
        #expect(listening.corrections.min() == -3000)
        #expect(steps.allSatisfy { abs($0) <= 300 })
        #expect(steps.count { $0 == 300 } >= 10)
    }

    @Test(
        "catching up leaves at least a second, if there was as much",
        arguments: [
            (240_000, 2000, 144_000), (240_000, 4500, 48_000), (240_000, 9000, 48_000),
            (38_400, 9000, 38_400), (240_000, 0, 240_000),
        ])
    func kept(fill: Int, excess: Int, target: Int) {
        var listening = Listening()
        listening.controller.catchUp(by: .milliseconds(excess))
        listening.hear(seconds: Self.warmUp + 59, fill: fill)
        #expect(listening.controller.target == nil)
        #expect(listening.controller.surplus == 0)
        listening.hear(seconds: 1, fill: fill)
        #expect(listening.controller.target == .frames(target))
        #expect(listening.controller.surplus == fill - target)
        listening.hear(seconds: 20, fill: fill)
        let steps = excess == 0 || fill == target ? [0] : [5000]
        if fill != target { #expect(listening.corrections.suffix(3).allSatisfy { $0 == steps[0] }) }
        listening.controller.noteLeftOut((fill - target) / 4)
        #expect(listening.controller.surplus == (fill - target) * 3 / 4)
    }

    @Test("a surplus is never less than nothing")
    func noSurplus() {
        var listening = Listening()
        listening.controller.catchUp(by: .seconds(2))
        listening.hear(seconds: Self.warmUp + 60, fill: 240_000)
        listening.controller.noteLeftOut(200_000)
        #expect(listening.controller.surplus == 0)
    }

    @Test("a fill that is far off is a new one after thirty seconds")
    func strange() {
        var listening = Listening()
        listening.hear(seconds: Self.warmUp + 60, fill: 96_000)
        #expect(listening.controller.target == .seconds(2))
        // The lowest fill of ten seconds is still the old one for nine of them.
        listening.hear(seconds: 10 + 29, fill: 192_000)
        #expect(listening.controller.target == .seconds(2))
        listening.hear(seconds: 1, fill: 192_000)
        #expect(listening.controller.target == nil)
        listening.hear(seconds: 60, fill: 192_000)
        #expect(listening.controller.target == .seconds(4))
        #expect(Set(listening.corrections) == [0])
    }

    @Test("a fill that is off for less than that changes nothing")
    func passing() {
        var listening = Listening()
        listening.hear(seconds: Self.warmUp + 60, fill: 96_000)
        for _ in 0..<3 {
            listening.hear(seconds: 10 + 20, fill: 192_000)
            listening.hear(seconds: 80, fill: 96_000)
        }
        #expect(listening.controller.target == .seconds(2))
        #expect(Set(listening.corrections) == [0])
    }

    @Test("an error of less than 20 ms is none, and the correction of a greater one is limited")
    func deadBand() {
        var small = Listening()
        small.hear(seconds: Self.warmUp + 60, fill: 96_000)
        small.hear(seconds: 300, fill: 96_000 + 950)
        #expect(Set(small.corrections) == [0])
        // Of 22 ms, two count.
        var just = Listening()
        just.hear(seconds: Self.warmUp + 60, fill: 96_000)
        just.hear(seconds: 300, fill: 96_000 + 1056)
        #expect((1...20).contains(just.corrections.max()!))
        var large = Listening()
        large.hear(seconds: Self.warmUp + 60, fill: 96_000)
        large.hear(seconds: 600, fill: 96_000 + 48_000 / 10)
        #expect(large.corrections.min() == 0)
        #expect(large.corrections.max()! > 400)
        #expect(large.corrections.max()! <= 1500)
        var low = Listening()
        low.hear(seconds: Self.warmUp + 60, fill: 96_000)
        low.hear(seconds: 600, fill: 96_000 - 48_000 / 10)
        #expect(low.corrections.max() == 0)
        #expect(low.corrections.min()! < -400)
    }

    @Test("a listener who has moved is measured anew, for a minute")
    func moved() {
        var listening = Listening()
        listening.hear(seconds: Self.warmUp + 60, fill: 96_000)
        listening.controller.restart()
        #expect(listening.controller.target == nil)
        listening.hear(seconds: Self.warmUp + 59, fill: 192_000)
        #expect(listening.controller.target == nil)
        listening.hear(seconds: 1, fill: 192_000)
        #expect(listening.controller.target == .seconds(4))
        #expect(Set(listening.corrections) == [0])
    }

    @Test("a fill a quarter of a second off is far off, and less is followed")
    func quarter() {
        for (frameCount, target) in [(11_900, Duration.seconds(2)), (12_000, nil)] {
            var listening = Listening()
            listening.hear(seconds: Self.warmUp + 60, fill: 96_000)
            listening.hear(seconds: 10 + 31, fill: 96_000 + frameCount)
            #expect(listening.controller.target == target)
            #expect((listening.corrections.max()! > 0) == (target != nil))
        }
    }

    @Test("a target is given up while it is sought, and catching up with it")
    func lost() {
        var listening = Listening()
        listening.controller.catchUp(by: .seconds(2))
        listening.hear(seconds: Self.warmUp + 60 + 20, fill: 240_000)
        #expect(listening.controller.surplus > 0)
        #expect(listening.corrections.last == 5000)
        listening.controller.restart()
        #expect(listening.controller.surplus == 0)
        // In steps of 300 again, and then at the difference of the clocks, which is none.
        listening.hear(seconds: Self.warmUp + 20, fill: 240_000)
        #expect(listening.corrections.last == 0)
        listening.hear(seconds: 60, fill: 240_000)
        #expect(listening.controller.target == .seconds(5))
        #expect(listening.controller.surplus == 0)
    }
}
