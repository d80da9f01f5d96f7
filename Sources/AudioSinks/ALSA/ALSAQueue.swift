import MediaTime

/// The queue of an open device, as a value.
struct ALSAQueue {
    let traits: ALSATraits
    /// How many frames to keep queued.
    var depth: Int
    /// The output frame with which the device has begun.
    private(set) var base: FrameTime
    /// The first output frame that was not written yet.
    private(set) var written: FrameTime
    /// How many frames of silence were written after it.
    private(set) var silenceFrameCount = 0
    /// The first output frame that is not heard yet, by the device's last report.
    private(set) var heard: FrameTime
    /// When ``heard`` last advanced.
    private(set) var progressTime: MonotonicTime
    /// How many frames are queued, by the device's last report and the writes since.
    private(set) var queuedFrameCount = 0
    /// How many of them can be replaced.
    private(set) var rewindableFrameCount = 0
    /// How many frames the device still accepts.
    private(set) var roomFrameCount = 0
    private(set) var stage = ALSAState.Stage.prepared
    /// When the device began with ``base``.
    let startTime: MonotonicTime
    /// Whether rewinding has worked so far.
    private(set) var canRewind: Bool
    /// When the device was first seen playing, and which frame it then played.
    private var running: (time: MonotonicTime, frame: FrameTime)?

    /// How far a device may be ahead of time before it counts as one without a clock: 100 ms.
    private static let greatestLead = FrameTime.rate / 10
    /// No clock of a device is faster than this.
    private static let greatestSpeed = 1.002
    /// The last frames before the device's position that are left alone, because it may have read
    /// them already. 1.33 ms.
    private static let safeguard = FrameTime.rate / 750

    init(_ traits: ALSATraits, depth: Int, startingAt base: FrameTime, at now: MonotonicTime) {
        self.traits = traits
        self.depth = depth
        self.base = base
        written = base
        heard = base
        progressTime = now
        startTime = now
        canRewind = traits.canRewind
    }

    /// Updates the queue with the device's report.
    mutating func update(_ state: ALSAState, at now: MonotonicTime) {
        if stage != state.stage { progressTime = now }
        stage = state.stage
        let sound = written - base + silenceFrameCount
        let unheard = min(max(0, state.unheardFrameCount), sound)
        let end = written + silenceFrameCount
        let position = min(end - unheard, written)
        if stage == .running, position > heard {
            heard = position
            progressTime = now
        }
        roomFrameCount = min(max(0, state.roomFrameCount), traits.bufferFrameCount)
        queuedFrameCount = traits.bufferFrameCount - roomFrameCount
        rewindableFrameCount = min(max(0, state.rewindableFrameCount), queuedFrameCount)
        guard stage == .running else { return running = nil }
        let start = running ?? (time: now, frame: heard)
        running = start
        // A device without a clock takes frames at any speed; time sets its pace.
        let passed = now.seconds(since: start.time) * Double(FrameTime.rate) * Self.greatestSpeed
        let latest = start.frame + Int(saturating: passed) + Self.greatestLead
        queuedFrameCount += max(0, end - unheard - latest)
    }

    /// Records that the system was asleep.
    mutating func suspend(at now: MonotonicTime) {
        if stage != .suspended { progressTime = now }
        stage = .suspended
    }

    /// How many more frames may be written now.
    var missingFrameCount: Int { max(0, min(roomFrameCount, depth - queuedFrameCount)) }

    /// The first output frame that can still be replaced, `margin` frames from now.
    func firstReplaceable(after margin: Int) -> FrameTime {
        guard canRewind, silenceFrameCount == 0 else { return written }
        return written - max(0, rewindableFrameCount - Self.safeguard - margin)
    }

    mutating func noteWriting(of count: Int) {
        written = written + count
        silenceFrameCount = 0
        queuedFrameCount += count
        roomFrameCount -= count
        rewindableFrameCount += count
    }

    mutating func noteSilence(of count: Int) {
        silenceFrameCount += count
        queuedFrameCount += count
        roomFrameCount -= count
    }

    /// Records that the device gives nothing back, although it should.
    mutating func noteFailedRewinding() { canRewind = false }

    /// Records that the device has given back its last `count` frames.
    mutating func noteRewinding(of count: Int) {
        written = written - count
        queuedFrameCount -= count
        roomFrameCount += count
        rewindableFrameCount -= count
    }

    /// Begins again at `frame`, with nothing queued.
    mutating func restart(at frame: FrameTime, at now: MonotonicTime) {
        self = ALSAQueue(traits, depth: depth, startingAt: frame, at: now)
    }
}
