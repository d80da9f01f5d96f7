import AudioMixing
import MediaTime

/// Decides what to write to a stream at a sound server, and when.
///
/// The shell passes in the state of the server (``step(_:at:)``), its replies (``take(_:)``,
/// ``streamMoved(at:)``) and the session's requests. It then carries out the commands of
/// ``nextCommand(at:)`` until there are none, and waits until ``wakeTime``. The machine has no
/// clock: every time is passed in. Plans and reports go through ``renderer``.
struct PulseMachine {
    /// Frames between two reports of the heard position, unless a mark requires an earlier one.
    static let reportInterval = FrameTime.rate / 20

    private(set) var settings: PulseSettings
    let renderer: SinkRenderer
    /// The connection and its stream; `nil` during an outage.
    var link: PulseLinkState?
    /// A change of plan that waits for the server's timing reply.
    var pendingSwitch: PendingSwitch?
    var switchMargin = SwitchMargin()
    /// The silence for which the stream is corked, or about to be.
    var cork: PulseCork?
    /// The present fade-out or fade-in.
    var fade: Ramp?
    /// The frame up to which rendering was useful at the last write of audio.
    var usefulEnd = FrameTime.distantFuture
    /// Pending commands except writes.
    var commands = PulseCommandSet()
    /// Pending writes.
    var filling = PulseFilling.done
    /// The time of the present step.
    var now: MonotonicTime
    private(set) var finishing: PulseFinish?
    private(set) var title: String
    private var isPlaying = false
    private var outage = DeviceOutage()
    private var volume = SinkVolume.full
    private var underflows = DeviceUnderruns()

    init(settings: PulseSettings, renderer: SinkRenderer, at now: MonotonicTime) {
        self.settings = settings
        self.renderer = renderer
        self.now = now
        title = settings.title
    }
}

// MARK: - What the session wants

extension PulseMachine {
    /// Records that the session has requested the first frame that can still be changed.
    mutating func requestSwitch(at now: MonotonicTime) {
        pendingSwitch = pendingSwitch ?? PendingSwitch(since: now)
        pendingSwitch?.isRequested = true
    }

    mutating func setTitle(_ title: String) { self.title = title }

    /// Plays out what was rendered, up to `deadline`.
    mutating func finish(by deadline: MonotonicTime, at now: MonotonicTime) {
        guard finishing == nil else { return }
        finishing = PulseFinish(
            of: renderer.rendered, by: deadline, at: now, latency: settings.latency)
    }

    /// Whether playing out is over. Audio behind an outage or a cork is not played.
    func isOver(at now: MonotonicTime) -> Bool {
        guard let finishing else { return false }
        return link == nil || cork != nil || finishing.isOver(heard: renderer.heard, at: now)
    }
}

// MARK: - The connection

extension PulseMachine {
    /// Decides what to do, given the server's state, the plans and the time.
    mutating func step(_ server: PulseServerState, at now: MonotonicTime) {
        self.now = now
        filling = .done
        guard link != nil else {
            if outage.retry <= now {
                link = PulseLinkState(title: title, at: now)
                commands.insert(.connect)
            }
            return settlePlansWithoutServer()
        }
        do throws(SinkFailure) {
            isPlaying = try evaluateConnection(server)
            guard isPlaying else { return settlePlansWithoutServer() }
            if outage.end() { renderer.report(.restored) }
            if link?.title != title {
                link?.title = title
                commands.insert(.setTitle)
            }
            try listen(to: server)
            if finishing == nil {
                updateCork(server)
                settlePlans()
            }
            beginFilling()
        } catch {
            lose(error, server)
        }
    }

    /// Whether the stream plays. Throws if it has stopped playing.
    private mutating func evaluateConnection(
        _ server: PulseServerState
    ) throws(SinkFailure) -> Bool {
        switch server.connection {
        case .failed(let reason, _): throw SinkFailure(reason)
        case .connecting:
            try link?.expectSign(within: PulseLinkState.connectTimeout, at: now)
            return false
        case .ready: break
        }
        link?.openQueue(startingAt: renderer.rendered)
        if let kind = server.kind, link?.kind == nil {
            link?.kind = kind
            if settings.suit(kind) { commands.insert(.resizeBuffer) }
        }
        // The output of a corked stream suspends itself.
        guard server.isSuspended, cork?.isHeard != true else { return true }
        let reason = "the sound server has suspended the output; resume it there"
        if isPlaying { throw SinkFailure(reason) }
        // It is waking up for the stream, or was suspended on purpose. Keep the stream.
        if let limit = link?.limit(of: settings.timeout), limit <= now, outage.begin(at: now) {
            renderer.report(.lost(reason: reason))
        }
        return false
    }

    /// Closes the connection. Output time stands still until there is another one, which continues
    /// with the first frame that was not heard.
    private mutating func lose(_ failure: SinkFailure, _ server: PulseServerState) {
        // A server that ended the connection has played until now. For one that stopped responding
        // that is unknown.
        if case .failed(_, isBroken: true) = server.connection, let clock = link?.clock {
            let last = clock.time.advanced(by: settings.requestInterval.inSeconds)
            let heard = clock.heard(at: min(now, last))
            renderer.noteHeard(min(heard, renderer.rendered), reportingEvery: Self.reportInterval)
        }
        link = nil
        commands = .disconnect
        filling = .done
        isPlaying = false
        cork = nil
        fade = nil
        renderer.tellHeard()
        renderer.goBack(to: renderer.heard)
        if outage.begin(at: now) { renderer.report(.lost(reason: failure.description)) }
        settlePlansWithoutServer()
    }
}

// MARK: - Hearing

extension PulseMachine {
    /// Seconds between two timing requests if nothing depends on the reply.
    private static let questionInterval = 5.0

    /// Seconds between two timing requests if something depends on the reply.
    private static let urgentQuestionInterval = 0.005

    /// Handles the reply to the oldest timing request; `nil` means that it failed.
    mutating func take(_ answer: PulseAnswer?) {
        link?.take(answer)
    }

    /// Records that the stream was moved to another sink, and discards earlier timing.
    mutating func streamMoved(at now: MonotonicTime) {
        link?.forgetTiming(at: now)
        if link != nil { commands.insert(.askForTiming) }
    }

    /// Updates what was heard, checks that the server is alive, and requests timing if that is due.
    private mutating func listen(to server: PulseServerState) throws(SinkFailure) {
        let hasAnswer = link?.update(server, at: now) ?? false
        try link?.expectSign(within: settings.timeout, at: now)
        // Refuse a late plan before any frame of it counts as heard.
        if finishing == nil { settlePlans() }
        if let heard = link?.clock?.heard {
            renderer.noteHeard(min(heard, renderer.rendered), reportingEvery: Self.reportInterval)
        }
        // While corked, report anyway: the session then updates what depends on time, such as a
        // live stream.
        if cork?.stage == .corked, hasAnswer { renderer.report(.heard(renderer.heard)) }
        reportLateChanges()
        if server.hasRunDry, finishing == nil { noteUnderflow() }
        if link?.mustWatchVolume == true {
            link?.isVolumeWatched = true
            commands.insert(.watchVolume)
        }
        if let volume = server.volume, volume != self.volume {
            self.volume = volume
            renderer.report(.volume(volume))
        }
        if nextQuestion <= now { ask() }
    }

    private mutating func reportLateChanges() {
        while let stretch = link?.takeLateStretch() {
            if stretch.beginsLateChange { switchMargin.noteLatePlan() }
            renderer.report(.late(from: stretch.start, frameCount: stretch.frameCount))
        }
    }

    private mutating func noteUnderflow() {
        guard renderer.rendered < renderer.mix.outputEnd, cork == nil else { return }
        renderer.report(.underrun(count: 1))
        if underflows.note(at: now), settings.raiseLatency() { commands.insert(.resizeBuffer) }
    }

    /// Requests timing from the server, unless a request is pending.
    mutating func ask() {
        if link?.isAsking == false { commands.insert(.askForTiming) }
    }

    /// When to request timing next: at intervals to see that the server is alive, and when a frame
    /// that the session waits for should have been heard.
    private var nextQuestion: MonotonicTime {
        guard let link else { return .distantFuture }
        let last = link.askedAt
        guard let clock = link.clock else { return last.advanced(by: Self.urgentQuestionInterval) }
        if let pendingSwitch, clock.time < pendingSwitch.since { return now }
        if case .asking(let since) = cork?.stage, clock.time < since { return now }
        var next = last.advanced(by: Self.questionInterval)
        next = min(next, link.lastSign.advanced(by: settings.timeout.inSeconds / 3))
        let mark = min(
            renderer.mix.nextMark, finishing?.end ?? .distantFuture, cork?.end ?? .distantFuture)
        if mark > renderer.heard, mark <= renderer.rendered {
            next = min(next, clock.time(ofHearing: mark))
        }
        return max(next, last.advanced(by: Self.urgentQuestionInterval))
    }

    /// When the next step is due, even without an event.
    var wakeTime: MonotonicTime {
        guard let link else { return outage.retry }
        // A connection's progress wakes the loop; only its timeout does not.
        guard isPlaying else {
            return min(now.advanced(by: 0.1), finishing?.deadline ?? .distantFuture)
        }
        var time = min(link.limit(of: settings.timeout), finishing?.deadline ?? .distantFuture)
        if !link.isAsking { time = min(time, nextQuestion) }
        if let drained = timeOfDraining { time = min(time, drained) }
        return time
    }
}
