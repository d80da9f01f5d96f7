import MediaTime
import PCMAudio

/// Writes the limited sum over `stretch`, a part of the `range` that `out` begins with. The limiter
/// looks for peaks only within `edges`; after them it releases.
@_noLocks @_noAllocation
func limit(
    _ clips: Span<Clip>, supplies: Span<ClipSupply>, within edges: FrameRange,
    over stretch: FrameRange, of range: FrameRange, into out: inout MutableSpan<Float>,
    scratch: inout MixScratch
) {
    let largest =
        MixScratch.capacity &- Limiter.hold &- Limiter.attack &- 2 &* TruePeakFilter.reach
    var position = stretch.start
    if scratch.next.frames != position.frames || position.frames == edges.start.frames {
        position = later(edges.start, position - Limiter.release)
        scratch.reduction = 0
    }
    while position < stretch.end {
        let limit = position < stretch.start ? stretch.start : stretch.end
        let chunk = FrameRange(position, earlier(limit, position + largest))
        limitChunk(
            chunk, of: clips, supplies: supplies, within: edges,
            at: chunk.start - range.start, into: &out, scratch: &scratch)
        position = chunk.end
    }
    scratch.next = position
}

/// Writes the limited sum over `chunk`, `offset` frames into `out`. If `offset` is negative, writes
/// nothing and only advances the limiter's state.
@_noLocks @_noAllocation
private func limitChunk(
    _ chunk: FrameRange, of clips: Span<Clip>, supplies: Span<ClipSupply>,
    within edges: FrameRange, at offset: Int, into out: inout MutableSpan<Float>,
    scratch: inout MixScratch
) {
    // While it releases it does not look for peaks.
    let weighed = FrameRange(
        later(edges.start, chunk.start - Limiter.hold),
        later(chunk.end, earlier(edges.end, chunk.end + Limiter.attack)))
    let seen = FrameRange(
        later(edges.start, weighed.start - TruePeakFilter.reach),
        later(chunk.end, earlier(edges.end, weighed.end + TruePeakFilter.reach)))
    let within = weighed.intersection(edges)
    var samples = scratch.samples.mutableSpan
    var needs = scratch.needs.mutableSpan
    var reductions = scratch.reductions.mutableSpan
    sum(clips, supplies: supplies, over: seen, into: &samples, at: 0)
    let isNeeded = Limiter.weigh(
        within.isEmpty ? 0 : within.count, of: weighed.count,
        seenBefore: weighed.start - seen.start,
        of: earlier(edges.end, seen.end) - seen.start, in: samples, by: scratch.filter,
        into: &needs)
    let before = chunk.start - seen.start
    guard isNeeded || scratch.reduction > 0 else {
        if offset >= 0 { copy(chunk.count, of: samples, after: before, to: &out, at: offset) }
        return
    }
    let first = chunk.start - weighed.start
    scratch.reduction = Limiter.smooth(
        from: first, to: first &+ chunk.count &- 1, of: weighed.count,
        begunBefore: weighed.start - edges.start, needs: needs, after: scratch.reduction,
        into: &reductions)
    if offset >= 0 {
        reduce(
            chunk.count, of: samples, after: before, by: reductions, after: first, to: &out,
            at: offset)
    }
}

/// Writes `count` frames of `samples` unchanged.
@_noLocks @_noAllocation
private func copy(
    _ count: Int, of samples: borrowing MutableSpan<Float>, after before: Int,
    to out: inout MutableSpan<Float>, at offset: Int
) {
    let channels = AudioFormat.pipelineChannelCount
    for sample in 0..<(count &* channels) {
        out[offset &* channels &+ sample] = samples[before &* channels &+ sample]
    }
}

/// Writes `count` frames of `samples`, each scaled by the gain of its reduction. Frames without a
/// reduction stay unchanged.
@_noLocks @_noAllocation
private func reduce(
    _ count: Int, of samples: borrowing MutableSpan<Float>, after before: Int,
    by reductions: borrowing MutableSpan<Int32>, after first: Int,
    to out: inout MutableSpan<Float>, at offset: Int
) {
    for frame in 0..<count {
        let source = (before &+ frame) &* 2
        let place = (offset &+ frame) &* 2
        let gain = Limiter.gain(for: reductions[first &+ frame])
        out[place] = gain == 1 ? samples[source] : samples[source] * gain
        out[place &+ 1] = gain == 1 ? samples[source &+ 1] : samples[source &+ 1] * gain
    }
}
