import MediaTime

/// Memory that rendering works in, owned by whoever renders and allocated once.
///
/// It also remembers where the limiter stood after the last frame, so that a
/// range that follows on need not look back again. That saves time and changes
/// no sample; ``forget()`` must be called when the plan or a supply changed.
package struct MixScratch: ~Copyable {
    /// Frames that the limiter looks at in one go.
    static var capacity: Int { @_noLocks @_noAllocation get { 2048 } }

    /// The sum without the limiter, interleaved.
    var samples = InlineArray<4096, Float>(repeating: 0)
    /// For each frame, the reduction that it needs by itself.
    var needs = InlineArray<2048, Int32>(repeating: 0)
    /// For each frame, the reduction that it gets.
    var reductions = InlineArray<2048, Int32>(repeating: 0)
    private let filter = TruePeakFilter()

    /// The frame that the limiter comes to next.
    var next = FrameTime.distantFuture
    /// The reduction that the release has come down to one frame before ``next``.
    var reduction: Int32 = 0

    package init() {}

    /// Makes the limiter look back again at the next frame that is rendered.
    @_noLocks @_noAllocation
    package mutating func forget() {
        next = .distantFuture
    }
}

extension MixScratch {
    /// Whether no peak around the frames from `start` to `end` can be over the ceiling, of the
    /// `count` frames that are there.
    @_noLocks @_noAllocation
    func isQuiet(from start: Int, to end: Int, of count: Int) -> Bool {
        let first = start &- TruePeakFilter.reach
        let last = end &+ TruePeakFilter.reach
        var peak: Float = 0
        for sample in ((first < 0 ? 0 : first) &* 2)..<((last < count ? last : count) &* 2) {
            let magnitude = samples[sample].magnitude
            if magnitude > peak { peak = magnitude }
        }
        return peak * TruePeakFilter.overshoot <= Limiter.ceiling
    }

    /// Finds what reduction each frame from `start` to `end` needs by itself; the first frame
    /// weighed is number `before` of the `count` frames that are there.
    @_noLocks @_noAllocation
    mutating func weigh(from start: Int, to end: Int, seenBefore before: Int, of count: Int) {
        var last = peak(after: before &+ start &- 1, of: count)
        for frame in start..<end {
            let index = before &+ frame
            let next = peak(after: index, of: count)
            var peak = last > next ? last : next
            let left = samples[index &* 2].magnitude
            let right = samples[index &* 2 &+ 1].magnitude
            if left > peak { peak = left }
            if right > peak { peak = right }
            needs[frame] = Limiter.need(for: peak)
            last = next
        }
    }

    /// The greatest magnitude between frame `frame` of `count` and the next one, over both
    /// channels. Where the frames end, the last one is taken to go on.
    @_noLocks @_noAllocation
    private func peak(after frame: Int, of count: Int) -> Float {
        var left = SIMD4<Float>(repeating: 0)
        var right = SIMD4<Float>(repeating: 0)
        for tap in filter.taps.indices {
            let wanted = frame &- (TruePeakFilter.reach &- 1) &+ tap
            let index = wanted < 0 ? 0 : wanted < count ? wanted : count &- 1
            left += filter.taps[tap] * samples[index &* 2]
            right += filter.taps[tap] * samples[index &* 2 &+ 1]
        }
        var peak: Float = 0
        for phase in 0..<4 {
            if left[phase].magnitude > peak { peak = left[phase].magnitude }
            if right[phase].magnitude > peak { peak = right[phase].magnitude }
        }
        return peak
    }

    /// What frame `frame` of `count` needs, or one so near to it that the gain has to stand still.
    @_noLocks @_noAllocation
    func held(_ frame: Int, of count: Int) -> Int32 {
        let first = frame &- Limiter.hold
        let last = frame &+ Limiter.hold &+ 1
        var need: Int32 = 0
        for other in (first < 0 ? 0 : first)..<(last < count ? last : count)
        where needs[other] > need {
            need = needs[other]
        }
        return need
    }
}
