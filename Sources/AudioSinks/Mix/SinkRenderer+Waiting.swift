import AudioMixing
import MediaTime
import PCMAudio

/// Waiting for samples, in virtual time.
extension SinkRenderer {
    /// How long the next block may be, at most `wanted` frames, for every store to be able to hold
    /// what it needs while a part of it is still kept and its writer waits for a quarter of room.
    func blockLength(upTo wanted: Int) -> Int {
        let block = FrameRange(rendered, count: wanted)
        var length = wanted
        for clip in mix.adopted.pointee.clips
        where clip.source.end == .distantFuture && !clip.output.intersection(block).isEmpty {
            let spare = clip.source.capacity / 4 - lookAheadFrameCount
            length = min(length, max(spare, 1))
        }
        return length
    }

    /// Waits in the stores until all samples that the frames up to `end` need are there; where it
    /// has to wait, until those up to `later` are.
    ///
    /// Returns `false` if `isInterrupted` held before.
    func waitForSamples(
        before end: FrameTime, thenUntil later: FrameTime, in wait: SampleWait,
        orUntil isInterrupted: () -> Bool
    ) -> Bool {
        let plan = mix.adopted
        let needed = neededEnd(before: end, limited: plan.pointee.limited.span)
        let wanted = neededEnd(before: later, limited: plan.pointee.limited.span)
        for (index, clip) in plan.pointee.clips.enumerated()
        where plan.pointee.supplies[index].silentFrom == .distantFuture {
            let block = clip.output.intersection(FrameRange(rendered, needed))
            if block.isEmpty { continue }
            let ahead = clip.output.intersection(FrameRange(rendered, wanted))
            wait.wait(
                for: clip.source, through: clip.sourceFrame(at: block.end - 1),
                thenUntil: clip.sourceFrame(at: ahead.end - 1), orUntil: isInterrupted)
            if isInterrupted() { return false }
        }
        return true
    }
}
