import MediaTime

/// The start time of each frame of a looped programme.
///
/// Frame numbers increase without end; those of the second round follow the first round's.
package struct FrameTimeline: Sendable {
    /// In Hz.
    package let sampleRate: Int

    /// The samples before each frame of a round, then those of the whole round.
    private let samplesBefore: [Int]

    /// The bytes before each frame of a round, then those of the whole round.
    private let bytesBefore: [Int]

    /// `frames` must contain at least one sample.
    package init(_ frames: [EncodedFrame], sampleRate: Int) {
        self.sampleRate = sampleRate
        samplesBefore = frames.reduce(into: [0]) { $0.append($0.last! + $1.sampleCount) }
        bytesBefore = frames.reduce(into: [0]) { $0.append($0.last! + $1.bytes.count) }
        precondition(frameCount > 0 && samplesPerRound > 0, "a programme of no length has no clock")
    }

    /// The number of frames per round.
    package var frameCount: Int { samplesBefore.count - 1 }

    package var samplesPerRound: Int { samplesBefore[frameCount] }

    package var roundDuration: Duration { duration(ofSamples: samplesPerRound) }

    /// The average in bit/s.
    package var bitRate: Int { bytesBefore[frameCount] * 8 * sampleRate / samplesPerRound }

    package func samples(before frame: Int) -> Int {
        let (round, index) = frame.quotientAndRemainder(dividingBy: frameCount)
        return round * samplesPerRound + samplesBefore[index]
    }

    package func bytes(before frame: Int) -> Int {
        let (round, index) = frame.quotientAndRemainder(dividingBy: frameCount)
        return round * bytesBefore[frameCount] + bytesBefore[index]
    }

    /// The start of the frame's audio, relative to frame 0.
    package func start(of frame: Int) -> Duration { duration(ofSamples: samples(before: frame)) }

    /// The number of frames that have started by `elapsed`.
    package func framesBegun(by elapsed: Duration) -> Int {
        guard elapsed >= .zero else { return 0 }
        let (round, rest) = sampleCount(in: elapsed).quotientAndRemainder(
            dividingBy: samplesPerRound)
        return round * frameCount + samplesBefore.dropLast().firstIndex(above: rest)
    }

    /// The first frame that starts at `time` or later.
    package func firstFrame(notBefore time: Duration) -> Int {
        let begun = framesBegun(by: time)
        return begun > 0 && start(of: begun - 1) == time ? begun - 1 : begun
    }

    /// The first of the last frames before `frame` that fit into `byteCount`.
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

    /// Rounds up, so that a frame has started at exactly ``start(of:)``.
    private func duration(ofSamples count: Int) -> Duration {
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: sampleRate)
        return .seconds(seconds)
            + .nanoseconds((rest * 1_000_000_000 + sampleRate - 1) / sampleRate)
    }

    private func sampleCount(in duration: Duration) -> Int {
        // number: the station's own clock, which runs no longer than its process.
        let (seconds, attoseconds) = duration.components
        let nanoseconds = Int(attoseconds / 1_000_000_000)
        return Int(seconds) * sampleRate + nanoseconds * sampleRate / 1_000_000_000
    }
}

extension ArraySlice<Int> {
    /// The number of elements of a sorted slice that are not above `limit`.
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

/// The time since the station went on air, shared by all mounts.
package struct StationClock: Sendable {
    package var elapsed: @Sendable () -> Duration

    /// Waits until `elapsed` reaches a time. Throws only if the task is cancelled.
    package var sleepUntil: @Sendable (Duration) async throws -> Void

    package init(
        elapsed: @escaping @Sendable () -> Duration,
        sleepUntil: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.elapsed = elapsed
        self.sleepUntil = sleepUntil
    }

    /// A clock that starts now.
    package static func startingNow() -> StationClock {
        let clock = ContinuousClock()
        let start = clock.now
        return StationClock(
            elapsed: { start.duration(to: clock.now) },
            sleepUntil: { try await clock.sleep(until: start + $0, tolerance: .milliseconds(5)) })
    }
}
