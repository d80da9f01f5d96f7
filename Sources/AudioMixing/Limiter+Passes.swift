import MediaTime

extension Limiter {
    /// Finds the reduction that each of `weighedCount` frames needs by itself. The first of them is
    /// frame `before` of the `count` frames in `samples`. Later frames, up to `needCount`, need
    /// none.
    ///
    /// Returns whether any frame needs a reduction.
    @_noLocks @_noAllocation
    static func weigh(
        _ weighedCount: Int, of needCount: Int, seenBefore before: Int, of count: Int,
        in samples: borrowing MutableSpan<Float>, by filter: borrowing TruePeakFilter,
        into needs: inout MutableSpan<Int32>
    ) -> Bool {
        var isAnyNeeded = false
        var start = 0
        while start < weighedCount {
            let end = start &+ 32 < weighedCount ? start &+ 32 : weighedCount
            let isQuiet = TruePeakFilter.isQuiet(
                from: before &+ start, to: before &+ end, of: count, in: samples, under: ceiling)
            if isQuiet {
                for frame in start..<end { needs[frame] = 0 }
            } else {
                isAnyNeeded = true
                var last = filter.peak(after: before &+ start &- 1, of: count, in: samples)
                for frame in start..<end {
                    let index = before &+ frame
                    let next = filter.peak(after: index, of: count, in: samples)
                    var peak = last > next ? last : next
                    let left = samples[index &* 2].magnitude
                    let right = samples[index &* 2 &+ 1].magnitude
                    if left > peak { peak = left }
                    if right > peak { peak = right }
                    needs[frame] = need(for: peak)
                    last = next
                }
            }
            start = end
        }
        for frame in weighedCount..<needCount { needs[frame] = 0 }
        return isAnyNeeded
    }

    /// Turns the needs of `count` frames into smooth reductions, from frame `first` on.
    ///
    /// `released` is the release's reduction before frame `first`. The limited range began `begun`
    /// frames before frame 0, with no reduction. Returns the release's reduction at frame `last`.
    @_noLocks @_noAllocation
    static func smooth(
        from first: Int, to last: Int, of count: Int, begunBefore begun: Int,
        needs: borrowing MutableSpan<Int32>, after released: Int32,
        into reductions: inout MutableSpan<Int32>
    ) -> Int32 {
        var reduction = released
        var result = released
        for frame in first..<count {
            let decayed = reduction &- releaseStep
            let need = held(frame, of: count, in: needs)
            reduction = need > decayed ? need : decayed > 0 ? decayed : 0
            reductions[frame] = reduction
            if frame == last { result = reduction }
        }
        reduction = 0
        var frame = count &- 1
        while frame >= first {
            let rising = reduction &- attackStep
            let released = reductions[frame]
            reduction = released > rising ? released : rising
            reductions[frame] = reduction
            frame &-= 1
        }
        frame = first
        while frame < count && begun &+ frame < attack &+ hold {
            let risen = Int32(begun &+ frame) &* attackStep
            if reductions[frame] > risen { reductions[frame] = risen }
            frame &+= 1
        }
        return result
    }

    /// The greatest need of frame `frame` and the frames within ``hold`` of it, of `count` in all.
    @_noLocks @_noAllocation
    private static func held(
        _ frame: Int, of count: Int, in needs: borrowing MutableSpan<Int32>
    ) -> Int32 {
        let first = frame &- hold
        let last = frame &+ hold &+ 1
        var need: Int32 = 0
        for other in (first < 0 ? 0 : first)..<(last < count ? last : count)
        where needs[other] > need {
            need = needs[other]
        }
        return need
    }
}
