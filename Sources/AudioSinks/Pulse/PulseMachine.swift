import AudioMixing
import MediaTime

/// Decides what a stream at a sound server is given, and when.
///
/// The shell says how the server stands (``step(_:at:)``), what it has answered
/// (``take(_:)``, ``streamMoved(at:)``) and what the session wants; then it carries out the
/// commands of ``nextCommand(at:)`` until there is none, and waits until ``wakeTime``. The
/// machine has no clock: every time is given to it. Plans and reports pass through ``renderer``.
struct PulseMachine {
    /// Frames between two reports of what was heard, where no mark asks for one sooner.
    static let reportInterval = FrameTime.rate / 20

    private(set) var settings: PulseSettings
    let renderer: SinkRenderer
    /// The connection and its stream; `nil` during an outage.
    var link: PulseLinkState?
    /// A change of sound that waits for the server to say how far it has read.
    var pendingSwitch: PendingSwitch?
    /// How much later than necessary the next change is, in frames.
    var switchMargin = PendingSwitch.leastMargin
    /// Silence for which the stream is corked, or about to be.
    var cork: PulseCork?
    /// How the sound falls silent, or comes back.
    var fade: Ramp?
    /// Up to where it was of use to render when the server was last given sound.
    var usefulEnd = FrameTime.distantFuture
    /// What is to be carried out, but for writing.
    var commands = PulseCommandSet()
    /// What is to be written.
    var filling = PulseFilling.done
    /// The time of the step.
    var now: MonotonicTime
    private(set) var finishing: PulseFinish?
    private(set) var title: String
    private var isPlaying = false
    private var outage = PulseOutage()
    private var volume = SinkVolume.full
    private var underflows = PulseUnderflows()

    init(settings: PulseSettings, renderer: SinkRenderer, at now: MonotonicTime) {
        self.settings = settings
        self.renderer = renderer
        self.now = now
        title = settings.title
    }
}

// MARK: - What the session wants

extension PulseMachine {
    /// Takes note that the session has asked for the first frame that can still be changed.
    mutating func requestSwitch(at now: MonotonicTime) {
        pendingSwitch = pendingSwitch ?? PendingSwitch(since: now)
        pendingSwitch?.isRequested = true
    }

    mutating func setTitle(_ title: String) { self.title = title }

    /// Plays out what was rendered, until `deadline` at most.
    mutating func finish(by deadline: MonotonicTime, at now: MonotonicTime) {
        guard finishing == nil else { return }
        finishing = PulseFinish(
            of: renderer.rendered, by: deadline, at: now, latency: settings.latency)
    }

    /// Whether nothing is to be waited for any more. What is held back is not heard.
    func isOver(at now: MonotonicTime) -> Bool {
        guard let finishing else { return false }
        return link == nil || cork != nil || finishing.isOver(heard: renderer.heard, at: now)
    }
}

// MARK: - The connection

extension PulseMachine {
    /// Decides what follows from `server`, from plans, and from the time.
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

    /// Whether the stream plays. Throws if it does so no longer.
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
        // A corked output falls asleep by itself.
        guard server.isSuspended, cork?.isHeard != true else { return true }
        let reason = "the sound server has suspended the output; resume it there"
        if isPlaying { throw SinkFailure(reason) }
        // It wakes up for the stream, or was put to sleep on purpose; the stream stays.
        if let limit = link?.limit(of: settings.timeout), limit <= now, outage.begin(at: now) {
            renderer.report(.lost(reason: reason))
        }
        return false
    }

    /// Gives the connection up. Output time stands still until there is another one, which goes
    /// on with what nobody has heard.
    private mutating func lose(_ failure: SinkFailure, _ server: PulseServerState) {
        // A server that broke off played until now; one that stood still, nobody knows how long.
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
    /// Seconds between two questions about timing where nothing depends on the answer.
    private static let questionInterval = 5.0

    /// Seconds between two questions about timing where something does.
    private static let urgentQuestionInterval = 0.005

    /// Takes the answer to the oldest question about timing; `nil` stands for one that failed.
    mutating func take(_ answer: PulseAnswer?) {
        link?.take(answer)
    }

    /// Takes note that the stream plays to another sink. What the server has said of timing before
    /// holds no more.
    mutating func streamMoved(at now: MonotonicTime) {
        link?.forgetTiming(at: now)
        if link != nil { commands.insert(.askForTiming) }
    }

    /// Learns what was heard, and whether the server is alive, and asks it if that is due.
    private mutating func listen(to server: PulseServerState) throws(SinkFailure) {
        let hasAnswer = link?.update(server, at: now) ?? false
        try link?.expectSign(within: settings.timeout, at: now)
        // A plan that came too late is refused before anything of it counts as heard.
        if finishing == nil { settlePlans() }
        if let heard = link?.clock?.heard {
            renderer.noteHeard(min(heard, renderer.rendered), reportingEvery: Self.reportInterval)
        }
        // What else goes on with time, as a live stream does, is looked at when this is reported.
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
            if stretch.beginsLateChange { giveMoreRoom() }
            renderer.report(.late(from: stretch.start, frameCount: stretch.frameCount))
        }
    }

    private mutating func noteUnderflow() {
        guard renderer.rendered < renderer.mix.outputEnd, cork == nil else { return }
        renderer.report(.underrun(count: 1))
        if underflows.note(at: now), settings.raiseLatency() { commands.insert(.resizeBuffer) }
    }

    /// Asks the server how far it is, unless a question is on its way.
    mutating func ask() {
        if link?.isAsking == false { commands.insert(.askForTiming) }
    }

    /// When the server has to be asked how far it is: now and then, to see that it lives, and when
    /// something should have been heard that somebody waits for.
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

    /// When there is something to be done, even if nobody asks for it before.
    var wakeTime: MonotonicTime {
        guard let link else { return outage.retry }
        // How far a connection has come shows by itself, but for its having taken too long.
        guard isPlaying else {
            return min(now.advanced(by: 0.1), finishing?.deadline ?? .distantFuture)
        }
        var time = min(link.limit(of: settings.timeout), finishing?.deadline ?? .distantFuture)
        if !link.isAsking { time = min(time, nextQuestion) }
        if let drained = timeOfDraining { time = min(time, drained) }
        return time
    }
}
