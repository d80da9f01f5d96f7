import AudioMixing
import MediaTime
import PCMAudio

/// Waits for samples, in virtual time.
extension SinkRenderer {
    /// The length of the next block, at most `wanted` frames, for which every store has room. A
    /// store also keeps frames for rendering again, and its writer waits for a quarter of room.
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

    /// Blocks until all stores have the samples that the frames up to `end` need. If it has to
    /// block, it waits for the samples up to `later` too.
    ///
    /// Returns `false` if `isInterrupted` became true first.
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
