import AdPlayback
import MediaTime
import Playout

/// What the stream's source has to say.
extension SessionMachine {
    mutating func receive(_ news: SourceEvent, from generation: Int) {
        if transport.candidate?.generation == generation { return receiveOfCandidate(news) }
        let delayBefore = availableDelay
        let isKnown = transport.update(generation) { $0.take(news) }
        guard isKnown else {
            staleCount += 1
            return
        }
        switch news {
        case .opened: move(.connected)
        case .ready: becomeReady(generation)
        case .reconnecting(let reason):
            move(.connectionLost, ["reason": .string(reason)])
            tell(.streamLost)
        case .reconnected:
            move(.connected)
            sayAgain()
            tell(.streamReturned)
        case .leftBehind(let oldest):
            if transport.hold != nil || transport.current?.generation == generation {
                goOn(withOldest: oldest)
            }
        case .kept(let length): noteKept(length, delayBefore: delayBefore)
        case .failed(let failure): fail(failure, of: generation)
        case .ended(let end): dropSeek(past: end, of: generation)
        case .title, .discontinuity: break
        }
    }

    /// A seek to where a file has no sound any more changes nothing: the stream goes on where it is.
    private mutating func dropSeek(past end: FrameTime, of generation: Int) {
        guard let incoming = transport.incoming, incoming.generation == generation,
            incoming.isAskedFor, end <= incoming.position, transport.current?.isLive == false
        else { return }
        // One that stood still for the sake of that place goes on where it is.
        if incoming.isAwaited { wantSwitch() }
        transport.incoming = nil
        transport.current?.source.length = end
        effects.append(.closeStream(generation: generation))
        warn(Self.words(forEnd: end))
    }

    /// Why nobody can go to where a file ends at `end`.
    static func words(forEnd end: FrameTime) -> String {
        "the file ends at \(end.seconds) s; seek to an earlier time"
    }

    private mutating func becomeReady(_ generation: Int) {
        if transport.current?.generation == generation { move(.bufferFilled) }
        wantSwitch()
    }

    /// Says once more what the listener hears, if the session has come back to that. What is yet
    /// to be heard is said then.
    mutating func sayAgain() {
        switch state {
        case .playing, .pausing:
            guard transport.current?.told.plays == true, let position = streamFrame(at: heard)
            else { return }
            log("session.playing", place(position, at: heard))
        case .paused: log("session.paused")
        case .idle, .connecting, .reconnecting, .buffering, .stopping, .lost, .failed, .stopped:
            break
        }
    }

    /// What was decoded of a stream that failed is heard before the session fails with it, unless
    /// nobody listens.
    ///
    /// It does not fail before it is known whether another source, that was asked for, can be played.
    mutating func fail(_ failure: SessionFailure, of generation: Int) {
        guard transport.candidate == nil else { return }
        let sides = [transport.current, transport.incoming].compactMap { $0 }
        let hasSound = sides.contains { $0.generation == generation && $0.source.facts != nil }
        let isAwaitedInPause = transport.lifecycle.isPaused && state == .reconnecting
        guard !hasSound || isAwaitedInPause else { return }
        end(.failed(failure), at: heard)
    }

    /// The stream ran dry: it goes on where it stood, once there is enough of it.
    mutating func starve(at frame: FrameTime, sourceFrame: FrameTime) {
        guard var current = transport.current, current.readiness == .ready,
            // A clip may starve after another one of the same stream, and a fade out may, too.
            [ledger.base, plan].contains(where: {
                $0.timeline.clip(of: current.voice, at: frame) != nil
            })
        else { return }
        ledger.change { plan in
            plan.timeline.end(current.voice, at: frame)
            plan.markers.cut(at: frame)
        }
        current.position = sourceFrame
        current.readiness = .starved
        current.told.plays = false
        transport.current = current
        log("stream.underrun", at: frame, ["streamFrame": .integer(sourceFrame.frames)])
        if !isPaused { transport.rebufferLag.begin(at: frame) }
        move(.bufferEmptied)
        awaitReady(
            current.generation, from: sourceFrame, transport.rebuffering.noteUnderrun(at: frame))
    }

    /// The stream's last frame was rendered.
    mutating func exhaust(at frame: FrameTime) {
        guard let current = transport.current, current.exhaustedAt == nil else { return }
        transport.current?.exhaustedAt = frame
        let position = plan.timeline.position(of: current.voice, at: frame)
        transport.current?.position = position ?? current.position
        ledger.change { $0.timeline.end(current.voice, at: frame) }
        wantSwitch()
    }

    /// A stream whose end was rendered has to be heard again from before that: the device is gone.
    mutating func takeBackExhaustion(from frame: FrameTime) {
        guard let over = transport.current?.exhaustedAt, frame < over else { return }
        transport.current?.exhaustedAt = nil
        if case .at = transport.ending, state != .stopping { transport.ending = configuredEnding }
    }

    /// Moves the session from state to state, and says so.
    mutating func move(
        _ event: SessionLifecycle.Event, _ fields: KeyValuePairs<String, JSONValue> = [:]
    ) {
        let before = self.state
        for effect in transport.lifecycle.receive(event) {
            switch effect {
            case .stateChanged(let state):
                if self.state != before { effects.append(.stateChanged(self.state)) }
                if state.isLogged { log("session.\(state.rawValue)", fields) }
            case .pauseStream:
                transport.rebufferLag.pause(behindBy: excess)
                wantSwitch()
            case .resumeStream:
                transport.candidate?.startsPaused = false
                stayInWindow()
                // One that is on its way to another frame goes on there.
                transport.incoming?.isAwaited = true
                wantSwitch()
            case .stopStream:
                for generation in [transport.current?.generation, transport.incoming?.generation] {
                    if let generation { effects.append(.closeStream(generation: generation)) }
                }
            case .connect: break
            case .refuse(let refusal): refuse(refusal.words)
            }
        }
    }
}

extension SessionState {
    /// Whether the event log has a line for coming to this state.
    ///
    /// `paused` and `playing` are said when they are heard.
    fileprivate var isLogged: Bool {
        switch self {
        case .connecting, .reconnecting, .buffering, .lost, .failed, .stopped: true
        case .idle, .playing, .pausing, .paused, .stopping: false
        }
    }
}

extension SessionLifecycle.Refusal {
    fileprivate var words: String {
        switch self {
        case .alreadyPlaying: "that stream is being played already"
        case .nothingPlays: "nothing plays"
        case .nothingPaused: "nothing is paused"
        }
    }
}
