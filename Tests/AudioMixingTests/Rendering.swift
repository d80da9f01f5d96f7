import AudioMixing
import MediaTime
import PCMAudio
import TestSignals

/// Renders `range` of `plan` in blocks of at most `blockLength` frames, as a sink does.
func rendered(
    _ plan: MixPlan, over range: FrameRange, blockLength: Int = 4096
) -> Signal {
    var samples: [Float] = []
    var scratch = MixScratch()
    var supplies = [ClipSupply](repeating: ClipSupply(), count: plan.clips.count)
    var position = range.start
    while position < range.end {
        let block = FrameRange(
            position, count: min(blockLength, range.end - position))
        for index in plan.clips.indices {
            supplies[index].refresh(for: plan.clips[index])
            let missing = supplies[index].starve(
                plan.clips[index], in: block, limited: plan.limited.span)
            if missing != nil { scratch.forget() }
        }
        // Junk, so that an unwritten sample is found.
        var out = [Float](repeating: 12_345, count: block.count * 2)
        var span = out.mutableSpan
        render(
            plan.clips.span, limited: plan.limited.span, supplies: supplies.span, over: block,
            into: &span, scratch: &scratch)
        samples += out
        position = block.end
    }
    return Signal(samples: samples)
}

/// The bits of every sample, so that −0.0 and NaN compare exactly.
func bits(_ signal: Signal) -> [UInt32] { signal.samples.map(\.bitPattern) }

func range(_ start: Int64, _ end: Int64) -> FrameRange {
    FrameRange(FrameTime(start), FrameTime(end))
}
