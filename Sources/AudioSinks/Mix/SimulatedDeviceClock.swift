import MediaTime

/// Plays the part of a device's clock: which frame is heard now.
struct SimulatedDeviceClock {
    /// Frames between two looks at the clock.
    static let blockLength = 480
    /// Frames that are rendered ahead of what is heard.
    static let lead = 4 * blockLength
    /// Frames between two reports of what was heard, where no mark asks for one sooner.
    static let reportInterval = FrameTime.rate / 20

    private let framesPerSecond: Double
    /// When frame 0 would have been heard, had the thread never been late.
    private var start: MonotonicTime
    private var nextTick: MonotonicTime

    init(speed: Double) {
        framesPerSecond = Double(FrameTime.rate) * speed
        start = .now
        nextTick = start
    }

    /// The first frame that has not been heard yet, of those before `rendered`.
    mutating func heard(before rendered: FrameTime) -> FrameTime {
        let now = MonotonicTime.now
        let frame = FrameTime(Int64(saturating: now.seconds(since: start) * framesPerSecond))
        guard frame > rendered else { return frame }
        // Output time stands still while the thread is late. Nobody hears a gap, because there is
        // no device: every frame is written, so this is no underrun.
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
