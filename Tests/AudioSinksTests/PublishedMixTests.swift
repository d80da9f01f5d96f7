import AudioMixing
import MediaTime
import PCMAudio
import TestSignals
import Testing

@testable import AudioSinks

@Suite("A published mix")
struct PublishedMixTests {
    @Test("keeps the stores of the plan in use, and releases others")
    func keepsStores() {
        weak var old: SampleStore?
        weak var new: SampleStore?
        let mix = PublishedMix()
        let renderer = SinkRenderer(mix: mix, report: { _ in })
        do {
            let store = SampleStore(capacity: 10)
            old = store
            mix.publish(MixPlan(), keeping: [store])
        }
        #expect(renderer.adoptNewest(replacingFrom: .zero) == .adopted)
        do {
            let store = SampleStore(capacity: 10)
            new = store
            mix.publish(MixPlan(), keeping: [store])
        }
        mix.reclaim()
        #expect(old != nil && new != nil)
        #expect(renderer.adoptNewest(replacingFrom: .zero) == .adopted)
        mix.reclaim()
        #expect(old == nil && new != nil)
        mix.publish(MixPlan(), keeping: [])
        mix.publish(MixPlan(), keeping: [])
        #expect(renderer.adoptNewest(replacingFrom: .zero) == .adopted)
        mix.reclaim()
        #expect(new == nil)
    }

    @Test("keeps a plan that is adopted while unused ones are being freed")
    func adoptedMeanwhile() {
        weak var kept: SampleStore?
        let mix = PublishedMix()
        do {
            let store = SampleStore(capacity: 10)
            kept = store
            mix.publish(MixPlan(), keeping: [store])
        }
        let plan = mix.look()
        mix.publish(MixPlan(), keeping: [])
        mix.reclaim { mix.adopt(plan) }
        #expect(kept != nil)
    }

    @Test("counts the changes of an unread plan as changes of the next one")
    func unread() {
        let mix = PublishedMix()
        let renderer = SinkRenderer(mix: mix, report: { _ in })
        mix.publish(MixPlan(validFrom: FrameTime(50)), keeping: [])
        mix.publish(MixPlan(validFrom: FrameTime(500)), keeping: [])
        #expect(renderer.adoptNewest(replacingFrom: FrameTime(100)) == .refused)
        #expect(renderer.adoptNewest(replacingFrom: FrameTime(100)) == .none)
        mix.publish(MixPlan(validFrom: FrameTime(100)), keeping: [])
        #expect(renderer.adoptNewest(replacingFrom: FrameTime(100)) == .adopted)
    }

    @Test("is read without tearing while it is published over and over")
    func stress() throws {
        let mix = PublishedMix()
        let count = 3000
        let reading = try SinkThread(named: "reader") {
            let renderer = SinkRenderer(mix: mix, report: { _ in })
            var block = [Float](repeating: 0, count: 2 * 16)
            var last: Float = 0
            while last < Float(count) {
                guard renderer.adoptNewest(replacingFrom: .zero) == .adopted else { continue }
                block.withUnsafeMutableBufferPointer { renderer.render(into: $0) }
                // Every clip of a plan plays a constant, the plan's number, so each block has one
                // value.
                #expect(block.allSatisfy { $0 == block[0] })
                #expect(block[0] >= last)
                last = block[0]
            }
        }
        for number in 1...count {
            let store = Signal(frameCount: 64) { _ in Float(number) }.stored()
            let clips = (0..<4).map { part in
                let start = FrameTime(Int64(part * 16))
                return Clip(
                    source: store.handle, output: FrameRange(start, count: 16), sourceStart: start)
            }
            mix.publish(MixPlan(validFrom: .zero, clips: clips), keeping: [store])
        }
        #expect(reading.join(within: .seconds(60)))
    }
}
