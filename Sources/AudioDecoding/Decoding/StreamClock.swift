import MediaTime

/// Tells stream time by counting samples, at whatever rate they come.
///
/// Within a run of samples of one rate nothing is rounded. Where the rate
/// changes, the next run begins at a whole frame.
package struct StreamClock: Hashable, Sendable, BitwiseCopyable {
    /// Where the run of samples that is counted now began.
    private(set) var runStart: FrameTime
    /// Samples of the run so far.
    private(set) var samples = 0
    private(set) var rate = FrameTime.rate

    package init(at start: FrameTime = .zero) {
        runStart = start
    }

    /// The first frame that lies after all samples counted.
    package var now: FrameTime { frame(ofSample: samples) }

    /// Counts `count` on.
    package mutating func advance(_ count: SampleCount) {
        changeRate(to: count.rate)
        samples += count.samples
    }

    /// Counts at another rate from here on.
    ///
    /// A rate that is a multiple of the last one goes on with the run: what a container counts at
    /// the rate of AAC's core is decoded at twice that rate.
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

    /// The first frame that does not lie before the run's sample `index`.
    func frame(ofSample index: Int) -> FrameTime {
        runStart + (index * FrameTime.rate + rate - 1) / rate
    }

    /// Samples from now on to the next one that lies exactly on a frame.
    var samplesToWholeFrame: Int {
        let period = rate / greatestCommonDivisor(rate, FrameTime.rate)
        return (period - samples % period) % period
    }
}

private func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
    right == 0 ? left : greatestCommonDivisor(right, left % right)
}
