import MediaTime
import PCMAudio

/// Writes the limited sum over `stretch`, a part of the `range` that `out` begins with, looking
/// at no frame outside of `edges`.
@_noLocks @_noAllocation
func limit(
    _ clips: Span<Clip>, supplies: Span<ClipSupply>, within edges: FrameRange,
    over stretch: FrameRange, of range: FrameRange, into out: inout MutableSpan<Float>,
    scratch: inout MixScratch
) {
    let largest =
        MixScratch.capacity &- Limiter.hold &- Limiter.attack &- 2 &* TruePeakFilter.reach
    var position = stretch.start
    if scratch.next.frames != position.frames {
        position = later(edges.start, position - Limiter.release)
        scratch.reduction = 0
    }
    while position < stretch.end {
        let limit = position < stretch.start ? stretch.start : stretch.end
        let chunk = FrameRange(position, earlier(limit, position + largest))
        let weighed = FrameRange(
            later(edges.start, chunk.start - Limiter.hold),
            earlier(edges.end, chunk.end + Limiter.attack))
        let seen = FrameRange(
            later(edges.start, weighed.start - TruePeakFilter.reach),
            earlier(edges.end, weighed.end + TruePeakFilter.reach))
        var samples = scratch.samples.mutableSpan
        sum(clips, supplies: supplies, over: seen, into: &samples, at: 0)
        weigh(weighed, of: seen, scratch: &scratch)
        smooth(chunk, of: weighed, scratch: &scratch)
        if chunk.start >= stretch.start {
            let before = chunk.start - weighed.start
            apply(
                chunk, of: seen, skipping: before, at: chunk.start - range.start, into: &out,
                scratch)
        }
        position = chunk.end
    }
    scratch.next = position
}

/// Finds what reduction each frame of `weighed` needs by itself. The scratch holds the samples of
/// `seen`.
@_noLocks @_noAllocation
private func weigh(_ weighed: FrameRange, of seen: FrameRange, scratch: inout MixScratch) {
    let before = weighed.start - seen.start
    let stride = 32
    for start in Swift.stride(from: 0, to: weighed.count, by: stride) {
        let end = start &+ stride < weighed.count ? start &+ stride : weighed.count
        let isQuiet = scratch.isQuiet(from: before &+ start, to: before &+ end, of: seen.count)
        if isQuiet {
            for frame in start..<end { scratch.needs[frame] = 0 }
        } else {
            scratch.weigh(from: start, to: end, seenBefore: before, of: seen.count)
        }
    }
}

/// Turns the needs of the frames of `weighed` into reductions without steps, from `chunk` on, and
/// remembers where the release stood at the chunk's last frame.
@_noLocks @_noAllocation
private func smooth(_ chunk: FrameRange, of weighed: FrameRange, scratch: inout MixScratch) {
    let first = chunk.start - weighed.start
    let last = chunk.end - weighed.start &- 1
    var reduction = scratch.reduction
    for frame in first..<weighed.count {
        let decayed = reduction &- Limiter.releaseStep
        let need = scratch.held(frame, of: weighed.count)
        reduction = need > decayed ? need : decayed > 0 ? decayed : 0
        scratch.reductions[frame] = reduction
        if frame == last { scratch.reduction = reduction }
    }
    reduction = 0
    var frame = weighed.count &- 1
    while frame >= first {
        let rising = reduction &- Limiter.attackStep
        let released = scratch.reductions[frame]
        reduction = released > rising ? released : rising
        scratch.reductions[frame] = reduction
        frame &-= 1
    }
}

/// Writes the frames of `chunk`, reduced, `offset` frames into `out`. The chunk's reductions begin
/// after `skipped` others.
@_noLocks @_noAllocation
private func apply(
    _ chunk: FrameRange, of seen: FrameRange, skipping skipped: Int, at offset: Int,
    into out: inout MutableSpan<Float>, _ scratch: borrowing MixScratch
) {
    let before = chunk.start - seen.start
    for frame in 0..<chunk.count {
        let reduction = scratch.reductions[skipped &+ frame]
        let source = (before &+ frame) &* 2
        let place = (offset &+ frame) &* 2
        if reduction == 0 {
            out[place] = scratch.samples[source]
            out[place &+ 1] = scratch.samples[source &+ 1]
        } else {
            let gain = Limiter.gain(for: reduction)
            out[place] = scratch.samples[source] * gain
            out[place &+ 1] = scratch.samples[source &+ 1] * gain
        }
    }
}
