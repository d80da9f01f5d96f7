import AudioMixing
import MediaTime
import Playout
import TestSignals
import Testing

@Suite("Random changes of a timeline")
struct RandomScenarioTests {
    private static let seeds = UInt64(1)...60

    @Test("give no gain a step beyond the current ramps", arguments: seeds)
    func slopes(seed: UInt64) {
        var scenario = RandomScenario(seed: seed, fade: 96)
        while scenario.step() {}
        let timeline = scenario.drawing.timeline
        var plan = Ear.ofGains.plan(timeline)
        plan.limited = []
        let heard = Ear.ofGains.hear(plan, 0..<RandomScenario.frameCount)
        let allowed = Slopes(timeline, through: RandomScenario.frameCount)
        let step = (1..<heard.count).first {
            abs(heard[$0] - heard[$0 - 1]) > allowed[$0] + 1e-5
        }
        #expect(step == nil)
    }

    @Test(
        "give gains that match the render, and exceed one only under the limiter",
        arguments: seeds)
    func sums(seed: UInt64) {
        var scenario = RandomScenario(seed: seed, fade: 96)
        while scenario.step() {}
        let drawing = scenario.drawing
        var plan = Ear.ofGains.plan(drawing.timeline)
        let limited = plan.limited
        plan.limited = []
        let heard = Ear.ofGains.hear(plan, 0..<RandomScenario.frameCount)
        let apart = stride(from: 0, to: RandomScenario.frameCount, by: 7).first {
            abs(heard[$0] - drawing.gain(at: $0)) > 1e-5
        }
        #expect(apart == nil)
        let loose = heard.indices.first { frame in
            heard[frame] > 1.001 && !limited.contains { $0.contains(FrameTime(Int64(frame))) }
        }
        #expect(loose == nil)
    }

    @Test(
        "render a range a second time as if it were the first",
        arguments: seeds)
    func again(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let noise = Signal.noise(
            peak: 1, frameCount: 2 * RandomScenario.frameCount, from: &random)
        let ear = Ear(noise)
        var scenario = RandomScenario(seed: seed, fade: 384)
        var scratch = MixScratch()
        var plan = ear.plan(scenario.drawing.timeline)
        var heard: [Float] = []
        while scenario.step() {
            // These frames were rendered ahead under the previous plan, and are rendered again.
            let ahead = scenario.frame + Int.random(in: 0...2_000, using: &random)
            heard += ear.hear(plan, heard.count..<ahead, inBlocksOf: 512, &scratch)
            heard.removeLast(heard.count - scenario.frame)
            plan = ear.plan(scenario.drawing.timeline, from: scenario.frame)
            scratch.forget()
            heard += ear.hear(
                plan, scenario.frame..<scenario.frame + 300, inBlocksOf: 128, &scratch)
            let fresh = ear.hear(plan, scenario.frame..<scenario.frame + 300, inBlocksOf: 300)
            #expect(heard.suffix(300).elementsEqual(fresh))
            heard.removeLast(300)
            scratch.forget()
        }
    }

    @Test("give the same samples in blocks of any length", arguments: UInt64(1)...3)
    func blocks(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let ear = Ear(.noise(peak: 1, frameCount: 2 * RandomScenario.frameCount, from: &random))
        var scenario = RandomScenario(seed: seed, fade: 384)
        while scenario.step() {}
        let plan = ear.plan(scenario.drawing.timeline)
        let whole = ear.hear(plan, 0..<RandomScenario.frameCount, inBlocksOf: 4096)
        for length in [1, 7, 64, 480] {
            let heard = ear.hear(plan, 0..<RandomScenario.frameCount, inBlocksOf: length)
            #expect(heard == whole, "in blocks of \(length)")
        }
    }
}
