import AdPlayback
import AudioSinks
import MediaTime
import PCMAudio
import Playout

/// Handles the reports of the sink, and composes the status of the session.
extension SessionLoop {
    func take(_ report: SinkReport) {
        for report in output.take(report, current: { machine.transport.current?.voice })
        where !isOver {
            switch report {
            case .event(let event): handle(event)
            case .switchable(let frame, let reply):
                // In virtual time, all that is rendered is heard.
                if parts.clock == .virtual, frame > machine.heard { hear(upTo: frame) }
                answer(reply, programmeEvents(before: frame) + [.switchable(frame)])
            case .heard(let frame): hear(upTo: frame)
            }
        }
    }

    /// Tells the machine what was heard, and drops samples that no plan names any more.
    private func hear(upTo frame: FrameTime) {
        let known = output.settledEnd(ofHeard: frame)
        settlePods()
        handle(.heard(known, liveEdge: liveEdge(at: known)))
        if !isOver { tellProgrammeLevels() }
        guard streams.keepsRetired || spots.keepsReleased || accompaniment.keepsDropped else {
            return
        }
        let voices = machine.plannedVoices
        streams.forgetRetired(except: voices)
        spots.forgetReleased(except: voices)
        accompaniment.forgetDropped(except: voices)
    }

    /// Places the breaks whose position depends on the stream's length, and corrects those of a
    /// live stream.
    private func settlePods() {
        guard truex != nil, let current = machine.transport.current, let stream = currentStream
        else { return }
        if current.isLive {
            guard let now = machine.streamFrame(at: machine.heard) else { return }
            if let pods = truex?.correct(at: now, in: stream) { handle(pods) }
        } else if let pods = truex?.place(in: stream) {
            handle(pods)
        }
    }

    var currentStream: (any OpenStream)? {
        machine.transport.current.flatMap { streams[$0.generation] }
    }

    /// The status of the session, for display.
    var status: PlayerStatus {
        let now = max(machine.heard, output.sink.heardFrame)
        let current = machine.transport.current
        let frame = machine.streamFrame(at: now)
        let stream = currentStream
        let state = machine.isStopping ? .stopping : machine.state
        var status = PlayerStatus(
            state: PlayerStatus.State(state, machine.transport.output.state),
            source: machine.transport.lifecycle.stream ?? machine.configuration.source)
        status.sink = parts.sinkName
        status.isPaused = machine.isPaused
        if machine.state == .reconnecting {
            status.reconnection = stream?.reconnection
            status.reconnection?.reason = current?.source.lossReason
        }
        if status.state == .sinkLost {
            status.sinkWait = machine.transport.outageRemaining(in: machine.view)
        }
        status.outputTime = now.duration
        status.isOutputRunning =
            !isOver && now > .zero && machine.transport.output.state == .running
        status.isStreamRunning = machine.isStreamRunning(at: now)
        status.controls = machine.controls
        status.title = stream?.title(at: frame ?? .zero)
        status.artwork = stream?.artwork(at: frame ?? .zero).map {
            PlayerStatus.Artwork(address: $0, namer: current?.source.namer ?? .listener)
        }
        status.station = current?.source.facts?.name
        status.position = min(frame ?? .zero, current?.source.end ?? .distantFuture).duration
        status.volume = Gain(linear: machine.focus.userVolume)
        status.adVolume = Gain(linear: machine.focus.adVolume)
        if machine.breaks.preroll == .muted { status.mute = .preroll }
        if machine.focus.streamer == .muted { status.mute = .streamer }
        status.device = PlayerStatus.Device(output.volume, machine.transport.output.state)
        if !status.device.isPresent {
            status.device.reason = machine.transport.output.outage.reason
        }
        if status.device.isSilenced { status.mute = .soundServer }
        status.queuedSpots = machine.breaks.manager.queue.count
        status.waitingSpots = machine.breaks.manager.waitingSpots(at: now, in: machine.plan.layout)
        status.comingBreaks = machine.comingBreaks(at: now)
        status.adBreak = BreakStatus(machine, at: now)
        status.truex = machine.truexView(at: self.now)
        status.underruns = output.underruns
        status.failedSource = machine.transport.shownFailure(at: now)
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

extension PlayerStatus.Device {
    init(_ volume: SinkVolume?, _ output: OutputState) {
        self.init()
        isPresent =
            switch output {
            case .lost, .lostWhileHeld: false
            case .running, .held: true
            }
        volumePercent = volume?.percent
        isMuted = volume?.isMuted ?? false
    }

    /// Whether the listener's mixer lets nothing through.
    var isSilenced: Bool { isMuted || volumePercent == 0 }
}

extension PlayerStatus.State {
    /// The state for display. Without an output, nothing else is shown of a session that is active.
    init(_ state: SessionState, _ output: OutputState) {
        switch output {
        case .lost, .lostWhileHeld: self = state.isActive ? .sinkLost : Self(state)
        case .running, .held: self.init(state)
        }
    }

    /// The state for display. A requested pause shows as playing until it is heard, and a requested
    /// stop as stopped.
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
