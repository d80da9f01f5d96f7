import MediaTime

/// Simulates a device's clock, which tells which frame is heard now.
struct SimulatedDeviceClock {
    /// Frames between two readings of the clock.
    static let blockLength = 480
    /// How many frames are rendered ahead of the heard position.
    static let lead = 4 * blockLength
    /// Frames between two reports of the heard position, unless a mark requires an earlier one.
    static let reportInterval = FrameTime.rate / 20

    private let framesPerSecond: Double
    /// When frame 0 would have been heard if the thread had never been late.
    private var start: MonotonicTime
    private var nextTick: MonotonicTime

    init(speed: Double) {
        framesPerSecond = Double(FrameTime.rate) * speed
        start = .now
        nextTick = start
    }

    /// The first frame that is not heard yet; at most `rendered`.
    mutating func heard(before rendered: FrameTime) -> FrameTime {
        let now = MonotonicTime.now
        let frame = FrameTime(Int64(saturating: now.seconds(since: start) * framesPerSecond))
        guard frame > rendered else { return frame }
        // Output time stands still while the thread is late. That is no underrun: there is no
        // device, and every frame is written.
        start = now.advanced(by: -rendered.seconds * Double(FrameTime.rate) / framesPerSecond)
        return rendered
    }

    /// Sleeps until the next block is due.
    mutating func sleepUntilNextTick() {
        let period = Double(Self.blockLength) / framesPerSecond
        let now = MonotonicTime.now
        nextTick = nextTick.advanced(by: period)
        if nextTick.nanoseconds < now.nanoseconds { nextTick = now.advanced(by: period) }
        nextTick.sleep()
    }
}
