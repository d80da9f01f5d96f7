import MediaTime

/// When each frame of a programme is due that is played round and round.
///
/// Frames are numbered without end: those of the second round follow those of the first.
package struct FrameTimeline: Sendable {
    /// In samples a second.
    package let sampleRate: Int

    /// Samples before each frame of one round, and at its end those of the whole round.
    private let samplesBefore: [Int]

    /// Bytes before each frame of one round, and at its end those of the whole round.
    private let bytesBefore: [Int]

    /// `frames` must not be empty, nor all without samples.
    package init(_ frames: [EncodedFrame], sampleRate: Int) {
        self.sampleRate = sampleRate
        samplesBefore = frames.reduce(into: [0]) { $0.append($0.last! + $1.sampleCount) }
        bytesBefore = frames.reduce(into: [0]) { $0.append($0.last! + $1.bytes.count) }
        precondition(frameCount > 0 && samplesPerRound > 0, "a programme of no length has no clock")
    }

    /// Frames in one round.
    package var frameCount: Int { samplesBefore.count - 1 }

    package var samplesPerRound: Int { samplesBefore[frameCount] }

    /// What one round lasts.
    package var roundDuration: Duration { duration(ofSamples: samplesPerRound) }

    /// In bits a second, on average.
    package var bitRate: Int { bytesBefore[frameCount] * 8 * sampleRate / samplesPerRound }

    package func samples(before frame: Int) -> Int {
        let (round, index) = frame.quotientAndRemainder(dividingBy: frameCount)
        return round * samplesPerRound + samplesBefore[index]
    }

    package func bytes(before frame: Int) -> Int {
        let (round, index) = frame.quotientAndRemainder(dividingBy: frameCount)
        return round * bytesBefore[frameCount] + bytesBefore[index]
    }

    /// When the frame begins to sound, counted from the beginning of frame 0.
    package func start(of frame: Int) -> Duration { duration(ofSamples: samples(before: frame)) }

    /// How many frames have begun by `elapsed`.
    package func framesBegun(by elapsed: Duration) -> Int {
        guard elapsed >= .zero else { return 0 }
        let (round, rest) = sampleCount(in: elapsed).quotientAndRemainder(
            dividingBy: samplesPerRound)
        return round * frameCount + samplesBefore.dropLast().firstIndex(above: rest)
    }

    /// The first of the frames before `frame` that together are no more than `byteCount`.
    package func firstFrame(within byteCount: Int, before frame: Int) -> Int {
        var low = 0
        var high = frame
        while low < high {
            let middle = (low + high) / 2
            if bytes(before: frame) - bytes(before: middle) <= byteCount {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }

    /// Rounds up, so that a frame has begun at the very time that ``start(of:)`` gives.
    private func duration(ofSamples count: Int) -> Duration {
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: sampleRate)
        return .seconds(seconds)
            + .nanoseconds((rest * 1_000_000_000 + sampleRate - 1) / sampleRate)
    }

    private func sampleCount(in duration: Duration) -> Int {
        // number: the station's own clock, which has run for no more than its process.
        let (seconds, attoseconds) = duration.components
        let nanoseconds = Int(attoseconds / 1_000_000_000)
        return Int(seconds) * sampleRate + nanoseconds * sampleRate / 1_000_000_000
    }
}

extension ArraySlice<Int> {
    /// In a sorted slice, how many elements are not above `limit`.
    fileprivate func firstIndex(above limit: Int) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= limit { low = middle + 1 } else { high = middle }
        }
        return low - startIndex
    }
}

/// The time since the station went on air: one for all its mounts.
package struct StationClock: Sendable {
    package var elapsed: @Sendable () -> Duration

    /// Waits until `elapsed` has reached a time; throws only when the task is cancelled.
    package var sleepUntil: @Sendable (Duration) async throws -> Void

    package init(
        elapsed: @escaping @Sendable () -> Duration,
        sleepUntil: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.elapsed = elapsed
        self.sleepUntil = sleepUntil
    }

    /// Starts now, and keeps the machine's time.
    package static func startingNow() -> StationClock {
        let clock = ContinuousClock()
        let start = clock.now
        return StationClock(
            elapsed: { start.duration(to: clock.now) },
            sleepUntil: { try await clock.sleep(until: start + $0, tolerance: .milliseconds(5)) })
    }
}
