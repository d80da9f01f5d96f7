import MediaTime

/// Decides what to write to an ALSA device, and when.
///
/// The shell passes in the state of the device (``step(_:at:)``) and the session's requests. It
/// then carries out the commands of ``nextCommand(at:)`` until there are none, and waits until
/// ``wakeTime``. The machine has no clock: every time is passed in. Plans and reports go through
/// ``renderer``.
///
/// A device whose queue can be rewritten gets a long queue, and a change replaces what is queued
/// from its first frame on. Any other device gets a short queue, and a change follows it.
struct ALSAMachine {
    /// Frames between two reports of the heard position, unless a mark requires an earlier one.
    private static let reportInterval = FrameTime.rate / 20
    /// Seconds between two reports while the device is closed for silence.
    private static let idleInterval = 1.0

    let settings: ALSASettings
    let renderer: SinkRenderer
    /// The open device's queue; `nil` without a device.
    var queue: ALSAQueue?
    /// A change of plan that waits for its first frame.
    var pendingSwitch: PendingSwitch?
    var switchMargin = SwitchMargin()
    /// Pending commands except writes.
    var commands: [ALSACommand] = []
    /// What the present step writes.
    var filling = ALSAFilling()
    /// The time of the present step.
    var now: MonotonicTime
    private(set) var finishing: PulseFinish?
    /// Whether the device is closed for silence.
    private var isAsleep = false
    /// Whether the next step is due at once.
    private var mustStep = false
    /// Whether the device has accepted nothing, or has not told its position.
    var isUnwilling = false
    /// Whether the device was started in this step.
    var hasStarted = false
    /// When to try again to wake up a device.
    private var nextWaking = MonotonicTime.distantFuture
    private var outage = DeviceOutage()
    private var underruns = DeviceUnderruns()
    /// The length of the queue after underruns; 0 before.
    private var raisedDepth = 0

    init(settings: ALSASettings, renderer: SinkRenderer, at now: MonotonicTime) {
        self.settings = settings
        self.renderer = renderer
        self.now = now
    }
}

// MARK: - What the session wants

extension ALSAMachine {
    /// Records that the session has requested the first frame that can still be changed.
    mutating func requestSwitch(at now: MonotonicTime) {
        pendingSwitch = pendingSwitch ?? PendingSwitch(since: now)
        pendingSwitch?.isRequested = true
    }

    /// Plays out what was rendered, up to `deadline`.
    mutating func finish(by deadline: MonotonicTime, at now: MonotonicTime) {
        guard finishing == nil else { return }
        let longest = Duration.frames(queue?.depth ?? 0) + .milliseconds(500)
        finishing = PulseFinish(of: renderer.rendered, by: deadline, at: now, latency: longest)
    }

    /// Whether playing out is over. Audio behind an outage is not played.
    func isOver(at now: MonotonicTime) -> Bool {
        guard let finishing else { return false }
        return queue == nil || finishing.isOver(heard: renderer.heard, at: now)
    }
}

// MARK: - The device

extension ALSAMachine {
    /// Decides what to do, given the state of the device, the plans and the time. `state` is `nil`
    /// if no device is open.
    mutating func step(_ state: ALSAState?, at now: MonotonicTime) {
        self.now = now
        mustStep = false
        let wasUnwilling = isUnwilling
        isUnwilling = false
        hasStarted = false
        commands = []
        filling = ALSAFilling()
        guard let state, queue != nil else { return stepWithoutDevice() }
        switch state.stage {
        case .failed(let reason): lose(reason)
        case .suspended: wakeDevice()
        case .dry: recover()
        case .prepared, .running: play(state, wasUnwilling: wasUnwilling)
        }
    }

    private mutating func stepWithoutDevice() {
        settlePlansWithoutDevice()
        if isAsleep {
            if isQuiet { return renderer.report(.heard(renderer.heard)) }
            isAsleep = false
        }
        if finishing == nil, outage.retry <= now { commands = [.open] }
    }

    mutating func opened(_ traits: ALSATraits, at now: MonotonicTime) {
        let depth = settings.queuedFrameCount(at: traits)
        queue = ALSAQueue(
            traits, depth: min(max(depth, raisedDepth), traits.bufferFrameCount),
            startingAt: renderer.rendered, at: now)
        mustStep = true
    }

    mutating func openingFailed(_ reason: String, at now: MonotonicTime) {
        if outage.begin(at: now) { renderer.report(.lost(reason: reason)) }
    }

    /// Closes the device. Output time stands still until it can be opened again, and continues with
    /// the first frame that was not heard.
    private mutating func lose(_ reason: String) {
        close()
        if outage.begin(at: now) { renderer.report(.lost(reason: reason)) }
        settlePlansWithoutDevice()
    }

    private mutating func close() {
        queue = nil
        commands = [.close]
        renderer.tellHeard()
        renderer.goBack(to: renderer.heard)
    }

    /// Seconds after which a device that makes no progress counts as lost.
    private var timeout: Double {
        Duration.frames(queue?.depth ?? 0).inSeconds * 2 + 0.5
    }

    private mutating func play(_ state: ALSAState, wasUnwilling: Bool) {
        let mustPlay = queue.map { $0.written > $0.heard || wasUnwilling } ?? false
        if state.isKnown { queue?.update(state, at: now) }
        guard let queue else { return }
        if queue.stage == .running, queue.heard > queue.base, outage.end() {
            renderer.report(.restored)
        }
        // Refuse a late plan before any frame of it counts as heard.
        if finishing == nil { settlePlans() }
        noteHeard()
        if mustPlay, now.seconds(since: queue.progressTime) > timeout {
            return lose("the ALSA device '\(settings.device)' has stopped playing; check it")
        }
        if finishing == nil, isIdle {
            close()
            isAsleep = true
            return
        }
        isUnwilling = !state.isKnown
        if state.isKnown { beginFilling() }
    }

    private func noteHeard() {
        guard let queue else { return }
        renderer.noteHeard(
            min(queue.heard, renderer.rendered), reportingEvery: Self.reportInterval)
    }

    /// Makes a device that has run dry play again. It has played everything written.
    private mutating func recover() {
        guard let queue else { return }
        // It cannot have played anything since.
        if now.seconds(since: queue.startTime) < Self.shortestRun {
            return lose("the ALSA device '\(settings.device)' stops at once; check it")
        }
        if finishing == nil { settlePlansWithoutDevice() }
        renderer.noteHeard(
            min(queue.written, renderer.rendered), reportingEvery: Self.reportInterval)
        if finishing == nil, queue.silenceFrameCount == 0 { noteUnderrun() }
        self.queue?.restart(at: renderer.rendered, at: now)
        commands = [.prepare]
        mustStep = true
    }

    /// No device plays its queue in less time, in seconds.
    private static let shortestRun = 0.005

    private mutating func noteUnderrun() {
        renderer.report(.underrun(count: 1))
        guard underruns.note(at: now), let queue else { return }
        raisedDepth = ALSASettings.raised(queue.depth, at: queue.traits)
        self.queue?.depth = raisedDepth
    }

    private mutating func wakeDevice() {
        queue?.suspend(at: now)
        if now.seconds(since: queue?.progressTime ?? now) > timeout {
            return lose("the ALSA device '\(settings.device)' does not wake up; check it")
        }
        nextWaking = now.advanced(by: 0.1)
        commands = [.wake]
        settlePlansWithoutDevice()
    }

    /// Records the result of waking up the device.
    mutating func woken(_ result: ALSAWaking) {
        switch result {
        case .notYet: return
        case .done: break
        case .impossible:
            renderer.goBack(to: renderer.heard)
            queue?.restart(at: renderer.rendered, at: now)
            commands.append(.prepare)
        }
        mustStep = true
    }

    /// Whether there was only silence for long, and the session waits for no frame of it.
    private var isIdle: Bool {
        let silence = renderer.rendered - settings.longestSilence.frameCount
        return renderer.soundEnd <= silence && isQuiet
    }

    /// Whether there is nothing to play, and the session waits for no frame.
    private var isQuiet: Bool {
        renderer.soundEnd <= renderer.rendered && renderer.mix.nextMark == .distantFuture
            && renderer.mix.outputEnd == .distantFuture && pendingSwitch == nil
            && renderer.renderBarrier == nil
    }
}

// MARK: - Time

extension ALSAMachine {
    /// The least time between two steps without an event, in seconds. 1 ms.
    private static let shortestWait = 0.001

    /// Seconds between two looks for missing samples, and at an unwilling device. 10 ms.
    private static let waitForSamples = 0.01

    /// When the next step is due, even without an event.
    var wakeTime: MonotonicTime {
        if mustStep { return now }
        guard let queue else {
            return isAsleep ? now.advanced(by: Self.idleInterval) : max(outage.retry, now)
        }
        if queue.stage == .suspended { return nextWaking }
        if isUnwilling { return now.advanced(by: Self.waitForSamples) }
        var time = min(time(ofQueueing: refillLevel), finishing?.deadline ?? .distantFuture)
        if isWaiting {
            // Samples arrive without waking the sink.
            time = now.advanced(by: Self.waitForSamples)
            if queue.queuedFrameCount > leastQueued {
                time = min(time, self.time(ofQueueing: leastQueued))
            }
        }
        let mark = min(renderer.mix.nextMark, finishing?.end ?? .distantFuture)
        if mark > renderer.heard, mark <= renderer.rendered {
            let seconds = Double(mark - queue.heard) / Double(FrameTime.rate)
            time = min(time, now.advanced(by: seconds))
        }
        // It may have stopped at once.
        if hasStarted { return now.advanced(by: Self.shortestRun / 2) }
        return max(time, now.advanced(by: Self.shortestWait))
    }

    /// When only `frameCount` frames will be queued.
    private func time(ofQueueing frameCount: Int) -> MonotonicTime {
        let count = max(0, (queue?.queuedFrameCount ?? 0) - frameCount)
        return now.advanced(by: Double(count) / Double(FrameTime.rate))
    }
}
