import AudioMixing
import CRealtimeSanitizer
import MediaTime
import PCMAudio
import Playout
import TestSignals

/// Renders plans in blocks, under the rules of a sink's thread, from one store for all voices.
struct Ear {
    private let store: SampleStore

    /// Every voice plays `signal`.
    init(_ signal: Signal) {
        store = signal.stored()
    }

    /// Every voice is constantly one, so that the output is the sum of the gains.
    static let ofGains = Ear(Signal(frameCount: 2 * RandomScenario.frameCount) { _ in 1 })

    /// The plan of `timeline`, valid from `start`.
    func plan(_ timeline: OutputTimeline, from start: Int = 0) -> MixPlan {
        timeline.plan(validFrom: FrameTime(Int64(start))) { _ in store.handle }
    }

    /// The left samples of output frames `range` of `plan`, rendered in blocks of `blockLength`.
    func hear(_ plan: MixPlan, _ range: Range<Int>, inBlocksOf blockLength: Int = 480) -> [Float] {
        var scratch = MixScratch()
        return hear(plan, range, inBlocksOf: blockLength, &scratch)
    }

    /// Like ``hear(_:_:inBlocksOf:)``, with a reused `scratch`.
    func hear(
        _ plan: MixPlan, _ range: Range<Int>, inBlocksOf blockLength: Int,
        _ scratch: inout MixScratch
    ) -> [Float] {
        var heard: [Float] = []
        heard.reserveCapacity(range.count)
        var supplies = [ClipSupply](repeating: ClipSupply(), count: plan.clips.count)
        for index in plan.clips.indices { supplies[index].refresh(for: plan.clips[index]) }
        var out = [Float](repeating: 0, count: 2 * blockLength)
        for first in stride(from: range.lowerBound, to: range.upperBound, by: blockLength) {
            let count = min(blockLength, range.upperBound - first)
            var samples = out.mutableSpan
            CRealtimeSanitizer_realtime_enter()
            render(
                plan.clips.span, limited: plan.limited.span, supplies: supplies.span,
                over: FrameRange(FrameTime(Int64(first)), count: count), into: &samples,
                scratch: &scratch)
            CRealtimeSanitizer_realtime_exit()
            for frame in 0..<count { heard.append(out[2 * frame]) }
        }
        return heard
    }
}
