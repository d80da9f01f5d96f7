import MediaTime
import PCMAudio

/// Renders the output over `range` to the beginning of `out`, interleaved.
///
/// A pure function of the clips, their `supplies` (one for each clip) and the samples in memory:
/// the result is the same however a range is cut into blocks. The limiter works inside the ranges
/// of `limited`, which are sorted and disjoint. A clip is silent where its source has no samples;
/// ``ClipSupply/starve(_:in:limited:)`` detects that beforehand.
@_noLocks @_noAllocation
package func render(
    _ clips: Span<Clip>, limited: Span<FrameRange>, supplies: Span<ClipSupply>,
    over range: FrameRange, into out: inout MutableSpan<Float>, scratch: inout MixScratch
) {
    var position = range.start
    for index in limited.indices {
        let stretch = reach(of: index, in: limited).intersection(range)
        if stretch.isEmpty { continue }
        renderPlain(
            clips, supplies: supplies, over: FrameRange(position, stretch.start), of: range,
            into: &out)
        limit(
            clips, supplies: supplies, within: limited[index], over: stretch, of: range,
            into: &out, scratch: &scratch)
        position = stretch.end
    }
    renderPlain(
        clips, supplies: supplies, over: FrameRange(position, range.end), of: range, into: &out)
}

/// The frames that the limiter may change: a range of `limited` and the release after it, up to the
/// beginning of the next range at most.
@_noLocks @_noAllocation
private func reach(of index: Int, in limited: Span<FrameRange>) -> FrameRange {
    let end = limited[index].end + Limiter.tail
    let next = index &+ 1 < limited.count ? limited[index &+ 1].start : .distantFuture
    return FrameRange(limited[index].start, earlier(end, next))
}

/// Writes the sum over `stretch`, a part of the `range` that `out` begins with.
@_noLocks @_noAllocation
private func renderPlain(
    _ clips: Span<Clip>, supplies: Span<ClipSupply>, over stretch: FrameRange,
    of range: FrameRange, into out: inout MutableSpan<Float>
) {
    if stretch.isEmpty { return }
    sum(clips, supplies: supplies, over: stretch, into: &out, at: stretch.start - range.start)
}
