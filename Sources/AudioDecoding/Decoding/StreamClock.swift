import MediaTime

/// Measures stream time by counting samples at any rate.
///
/// Within a run of samples of one rate nothing is rounded. When the rate changes, the next run
/// begins at a whole frame.
package struct StreamClock: Hashable, Sendable, BitwiseCopyable {
    /// The beginning of the present run of samples.
    private(set) var runStart: FrameTime
    /// Samples of the run so far.
    private(set) var samples = 0
    private(set) var rate = FrameTime.rate

    package init(at start: FrameTime = .zero) {
        runStart = start
    }

    /// The first frame after all counted samples.
    package var now: FrameTime { frame(ofSample: samples) }

    /// Advances by `count`.
    package mutating func advance(_ count: SampleCount) {
        changeRate(to: count.rate)
        samples += count.samples
    }

    /// Counts at another rate from here on.
    ///
    /// A multiple of the last rate continues the run: a container may count at the rate of AAC's
    /// core, and the decoder output at twice that rate.
    mutating func changeRate(to newRate: Int) {
        guard newRate != rate else { return }
        if samples * newRate % rate == 0, samples == 0 || newRate % rate == 0 {
            samples = samples * newRate / rate
        } else {
            runStart = now
            samples = 0
        }
        rate = newRate
    }

    /// The first frame at or after sample `index` of the run.
    func frame(ofSample index: Int) -> FrameTime {
        runStart + (index * FrameTime.rate + rate - 1) / rate
    }

    /// How many samples from now the next one that lies exactly on a frame is.
    var samplesToWholeFrame: Int {
        let period = rate / greatestCommonDivisor(rate, FrameTime.rate)
        return (period - samples % period) % period
    }
}

private func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
    right == 0 ? left : greatestCommonDivisor(right, left % right)
}
