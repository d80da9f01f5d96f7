import MediaTime

@testable import AudioSinks

/// An ALSA device in virtual time. It reads frames somewhat before they are heard, as hardware does.
struct FakeALSADevice {
    /// How the device behaves.
    struct Manner: Hashable {
        var bufferFrameCount = 24_000
        var periodFrameCount = 480
        var canRewind = true
        /// How much of what it should give back it keeps.
        var keptFrameCount = 0
        /// How many frames it reads before they are heard.
        var readAhead = 32
        /// How fast it plays.
        var speed = 1.0
        /// Whether it takes frames at any speed.
        var hasClock = true
        /// Whether it stops as soon as it starts.
        var stopsAtOnce = false
        /// The most frames that it accepts in one write.
        var longestWrite = Int.max
    }

    let manner: Manner
    private(set) var stage = ALSAState.Stage.prepared
    /// The frames written since it was prepared.
    private var samples: [Float] = []
    /// How many of them were heard at `heardTime`.
    private var heardCount = 0
    private var heardTime: MonotonicTime
    /// How many it has read.
    private var readCount = 0
    var isStuck = false

    init(_ manner: Manner, at now: MonotonicTime) {
        self.manner = manner
        heardTime = now
    }

    var traits: ALSATraits {
        ALSATraits(
            bufferFrameCount: manner.bufferFrameCount, periodFrameCount: manner.periodFrameCount,
            canRewind: manner.canRewind)
    }

    /// Plays up to `now`; `play` is called with the samples read.
    mutating func advance(to now: MonotonicTime, _ play: (Float) -> Void) {
        guard stage == .running else { return }
        let rate = Double(FrameTime.rate) * manner.speed
        let passed = isStuck ? 0 : Int(saturating: now.seconds(since: heardTime) * rate)
        if isStuck { heardTime = now }
        let due = manner.hasClock ? heardCount + passed : samples.count
        if passed > 0 { heardTime = heardTime.advanced(by: Double(passed) / rate) }
        heardCount = min(due, samples.count)
        let end = min(heardCount + manner.readAhead, samples.count)
        for index in readCount..<max(end, readCount) { play(samples[index]) }
        readCount = max(end, readCount)
        if due >= samples.count, manner.hasClock { stage = .dry }
    }

    var state: ALSAState {
        var state = ALSAState(stage: stage)
        // Where it can be rewritten, its position is exact.
        let period = manner.canRewind ? 1 : manner.periodFrameCount
        let seen = heardCount / period * period
        guard stage == .prepared || stage == .running else { return state }
        state.unheardFrameCount = samples.count - seen
        state.roomFrameCount = manner.bufferFrameCount - state.unheardFrameCount
        if manner.canRewind { state.rewindableFrameCount = state.unheardFrameCount }
        return state
    }

    mutating func write(_ written: [Float]) -> Int {
        guard stage == .prepared || stage == .running else { return 0 }
        let room = manner.bufferFrameCount - (samples.count - heardCount)
        let count = min(written.count, manner.longestWrite, room)
        samples += written.prefix(count)
        return count
    }

    mutating func rewind(_ count: Int) -> Int {
        guard manner.canRewind else { return 0 }
        let given = min(max(0, count - manner.keptFrameCount), samples.count - heardCount)
        samples.removeLast(given)
        return given
    }

    mutating func start(at now: MonotonicTime) {
        guard stage == .prepared else { return }
        stage = manner.stopsAtOnce ? .dry : .running
        heardTime = now
    }

    mutating func prepare() {
        stage = .prepared
        samples = []
        (heardCount, readCount) = (0, 0)
    }

    mutating func suspend() { stage = .suspended }

    mutating func resume(at now: MonotonicTime) {
        stage = .running
        heardTime = now
    }

    mutating func unplug() { stage = .failed(reason: "gone") }
}
