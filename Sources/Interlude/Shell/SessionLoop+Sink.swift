import AdPlayback
import AudioSinks
import MediaTime
import PCMAudio
import PlainText
import Playout

/// What the sink says, and what the session looks like.
extension SessionLoop {
    func take(_ report: SinkReport) {
        switch report {
        case .switchable(let frame):
            guard let ticket = switchTicket else { return }
            switchTicket = nil
            answer(ticket, programmeNews(before: frame) + [.switchable(frame)])
        case .refused(let frame): settlePlan { handle(.planRefused(frame)) }
        case .adopted(let plan):
            voices = voices.filter { $0.key >= plan }
            if let unsettledPlan, unsettledPlan.number <= plan { settlePlan {} }
        case .heard(let frame): hear(upTo: frame)
        case .starved(let frame, let sourceFrame, let clip):
            guard isCurrent(clip) else { return }
            handle(.starved(at: frame, sourceFrame: sourceFrame))
        case .exhausted(let frame, let clip):
            guard isCurrent(clip) else { return }
            handle(.exhausted(at: frame))
        case .underrun(let count):
            underruns += count
            handle(.underrun(count: count))
        case .late(let frame, let count): handle(.changedLate(from: frame, frameCount: count))
        case .volume(let volume):
            handle(.sinkVolume(percent: volume.percent, isMuted: volume.isMuted))
        case .lost(let reason): handle(.sinkLost(reason: reason))
        case .restored: handle(.sinkRestored)
        case .held(let reason): handle(.sinkHeld(reason: reason))
        case .released: handle(.sinkReleased)
        case .failed(let reason): handle(.sinkFailed(reason: reason))
        }
    }

    /// Takes note of what was heard. What is said of a plan's frames before the sink has seen the
    /// plan is about what was to be heard without it, and waits until that is settled.
    private func hear(upTo frame: FrameTime) {
        let plan = unsettledPlan
        let known = min(frame, plan?.start ?? frame)
        if known < frame { unsettledPlan?.heard = max(frame, plan?.heard ?? frame) }
        settlePods()
        handle(.heard(known, liveEdge: liveEdge(at: known)))
        forgetRetired()
        forgetReleased()
        forgetVoiceOvers()
    }

    /// Takes note that the sink has dealt with the newest plan, and does what follows from how.
    private func settlePlan(_ body: () -> Void) {
        let heard = unsettledPlan?.heard
        unsettledPlan = nil
        body()
        if let heard, !isOver { hear(upTo: heard) }
    }

    /// Whether `clip` is of the stream that is heard, and not of one whose place that has taken.
    private func isCurrent(_ clip: PublishedClip) -> Bool {
        guard let voices = voices[clip.plan], voices.indices.contains(clip.index) else {
            return false
        }
        return voices[clip.index] == machine.transport.current?.voice
    }

    var currentStream: (any OpenStream)? {
        machine.transport.current.flatMap { streams[$0.generation] }
    }

    /// What the session is doing, for people to look at.
    var status: PlayerStatus {
        let now = max(machine.heard, parts.sink.heardFrame)
        let current = machine.transport.current
        let frame = machine.streamFrame(at: now)
        let stream = currentStream
        var status = PlayerStatus(
            state: PlayerStatus.State(machine.state),
            source: machine.transport.lifecycle.stream ?? machine.configuration.source)
        status.isPaused = machine.isPaused
        if status.state == .reconnecting { status.reconnection = stream?.reconnection }
        status.outputTime = now.duration
        status.isOutputRunning = !isOver && now > .zero && machine.transport.output == .running
        status.isStreamRunning = machine.isStreamRunning(at: now)
        status.controls = machine.controls
        status.title = stream?.title(at: frame ?? .zero)
        status.station = current?.source.facts?.name
        status.position = min(frame ?? .zero, current?.source.end ?? .distantFuture).duration
        status.volume = Gain(linear: machine.focus.userVolume)
        status.queuedSpots = machine.breaks.manager.queue.count
        status.waitingSpots = machine.breaks.manager.waitingSpots(at: now, in: machine.plan.layout)
        status.comingBreaks = machine.comingBreaks(at: now)
        status.adBreak = BreakStatus(machine, at: now)
        status.truex = machine.truexView(at: self.now)
        status.underruns = underruns
        status.loudness = programmeLoudness(at: now)
        if let edge = liveEdge(at: now), let frame {
            status.behindLive = .frames(max(0, edge - frame))
            status.availableDelay = machine.availableDelay
        }
        if let store = stream?.store, let frame {
            status.buffered = .frames(max(0, store.readyEnd - frame))
            if current?.isLive == false, store.end != .distantFuture {
                status.length = (current?.source.end ?? store.end).duration
            }
        }
        return status
    }
}

// MARK: - The name of what is heard

extension SessionLoop {
    /// Tells the listener's mixer what is heard, if that has changed.
    func nameStream(_ status: PlayerStatus) {
        let title = status.streamTitle(of: machine.transport.current?.source.facts?.name)
        guard title != streamTitle else { return }
        streamTitle = title
        parts.sink.setStreamTitle(title)
    }
}

extension PlayerStatus {
    /// What a listener's mixer calls what is heard.
    func streamTitle(of station: String?) -> String {
        if let adBreak { return "Advertisement \(adBreak.spotNumber)/\(adBreak.spotCount)" }
        let names = [station, title].compactMap { $0 }.filter { !$0.isEmpty }
        let name = names.joined(separator: " - ").printable(limit: 500)
        return name.isEmpty ? "Interlude" : name
    }
}

extension PlayerStatus.State {
    /// The state as people see it: what is asked for and not heard yet is not told apart.
    init(_ state: SessionState) {
        switch state {
        case .idle: self = .idle
        case .connecting: self = .connecting
        case .reconnecting: self = .reconnecting
        case .buffering: self = .buffering
        case .playing, .pausing: self = .playing
        case .paused: self = .paused
        case .stopping, .stopped: self = .stopped
        case .failed: self = .failed
        case .lost: self = .lost
        }
    }
}
