import PCMAudio

/// Finds the peaks that lie between samples, with the four-fold interpolator of ITU-R BS.1770-4,
/// annex 2: 12 taps for each of four phases.
struct TruePeakFilter: Sendable {
    /// How many frames the filter reads on each side of an interval, including the one at its end.
    static var reach: Int { @_noLocks @_noAllocation get { 6 } }

    /// The greatest ratio of an interpolated value to the samples around it: the maximum over the
    /// phases of the sum of the coefficients' magnitudes.
    static var overshoot: Float { @_noLocks @_noAllocation get { 2.03 } }

    /// For each tap, from the oldest frame to the newest, its coefficient in each phase.
    let taps: InlineArray<12, SIMD4<Float>>

    init() {
        let outer: [Float] = [
            0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875,
            0.1373291015625, 0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125,
            0.014892578125, -0.00830078125,
        ]
        let inner: [Float] = [
            -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625,
            0.465087890625, 0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625,
            0.0330810546875, -0.0189208984375,
        ]
        // The third and fourth phases are the second and first, reversed.
        taps = InlineArray { SIMD4(outer[$0], inner[$0], inner[11 - $0], outer[11 - $0]) }
    }

    /// The greatest magnitude between frame `frame` of `count` and the next one, over both channels
    /// of `samples`. Before the first frame and after the last, that frame is taken to repeat.
    @_noLocks @_noAllocation
    func peak(
        after frame: Int, of count: Int, in samples: borrowing MutableSpan<Float>
    ) -> Float {
        var left = SIMD4<Float>(repeating: 0)
        var right = SIMD4<Float>(repeating: 0)
        let first = frame &- (TruePeakFilter.reach &- 1)
        if first >= 0 && first &+ 12 <= count {
            for tap in 0..<12 {
                let index = (first &+ tap) &* 2
                left += taps[tap] * samples[index]
                right += taps[tap] * samples[index &+ 1]
            }
        } else {
            for tap in 0..<12 {
                let wanted = first &+ tap
                let index = (wanted < 0 ? 0 : wanted < count ? wanted : count &- 1) &* 2
                left += taps[tap] * samples[index]
                right += taps[tap] * samples[index &+ 1]
            }
        }
        var peak: Float = 0
        for phase in 0..<4 {
            if left[phase].magnitude > peak { peak = left[phase].magnitude }
            if right[phase].magnitude > peak { peak = right[phase].magnitude }
        }
        return peak
    }

    /// Whether no peak around the frames from `start` to `end`, of `count`, can exceed `ceiling`.
    @_noLocks @_noAllocation
    static func isQuiet(
        from start: Int, to end: Int, of count: Int, in samples: borrowing MutableSpan<Float>,
        under ceiling: Float
    ) -> Bool {
        let first = start &- reach
        let last = end &+ reach
        var peak: Float = 0
        for sample in ((first < 0 ? 0 : first) &* 2)..<((last < count ? last : count) &* 2) {
            let magnitude = samples[sample].magnitude
            if magnitude > peak { peak = magnitude }
        }
        return peak * overshoot <= ceiling
    }
}
