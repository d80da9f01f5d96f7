import AdPlayback
import MediaTime

/// How the session goes from state to state, and to its end.
extension Transport {
    /// Moves the session from state to state, and says so.
    mutating func move(
        _ event: SessionLifecycle.Event, _ fields: KeyValuePairs<String, JSONValue> = [:],
        in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        let before = self.state
        for effect in lifecycle.receive(event) {
            switch effect {
            case .stateChanged(let state):
                if self.state != before { outbox.send(.stateChanged(self.state)) }
                if state.isLogged {
                    outbox.log("session.\(state.rawValue)", at: view.heard, fields)
                }
            case .pauseStream:
                rebufferLag.pause(behindBy: excess(in: view))
                outbox.wantSwitch()
            case .resumeStream:
                candidate?.startsPaused = false
                stayInWindow(in: view, &outbox)
                // One that is on its way to another frame goes on there.
                incoming?.isAwaited = true
                outbox.wantSwitch()
            case .stopStream:
                for generation in [current?.generation, incoming?.generation] {
                    if let generation { outbox.send(.closeStream(generation: generation)) }
                }
            case .refuse(let refusal): outbox.refuse(refusal.words)
            }
        }
    }

    /// Why a pause is not to be had; `nil` if the breaks may be asked.
    var pauseRefusal: String? {
        guard lifecycle.canPause else { return "nothing plays" }
        return hold == nil ? nil : Self.heldWords
    }

    /// The breaks have allowed a pause.
    mutating func pause(in view: PlanView, _ outbox: inout SessionOutbox) {
        candidate?.startsPaused = true
        move(.pause, in: view, &outbox)
    }

    mutating func unpause(in view: PlanView, _ outbox: inout SessionOutbox) {
        candidate?.startsPaused = false
        guard !output.isHeld || isPaused else {
            return outbox.refuse(
                "the sound server has asked for silence; it has to take that back")
        }
        move(.resume, in: view, &outbox)
    }

    /// Why a listener can do nothing with a stream that stands still.
    static let heldWords =
        "the stream stands still for an interactive advertisement; answer it first"

    // MARK: - The end

    /// The output frame at which the session is over, as far as that is known.
    func outputEnd(in view: PlanView) -> FrameTime {
        switch ending {
        case .at(let frame, _): frame
        case .over: view.heard
        case .fading(_, let limit): view.plan.fadeEnd ?? limit
        case nil: .distantFuture
        }
    }

    /// Ends the session at output frame `frame`, unless it ends before that anyway.
    mutating func end(
        _ end: SessionEnd, at frame: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard frame < outputEnd(in: view) else { return }
        ending = .at(frame, end)
        outbox.post(.ending)
    }

    /// Fades out and ends the session; at once where nobody would hear the fade.
    mutating func fadeOut(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard output == .running, view.heard > .zero else {
            return endAtOnce(in: view, &outbox)
        }
        ending = .fading(.asked, by: outputEnd(in: view))
        outbox.wantSwitch()
    }

    private mutating func endAtOnce(in view: PlanView, _ outbox: inout SessionOutbox) {
        ending = .at(view.heard, .asked)
        outbox.post(.ending)
    }

    /// Where the session is over and how, if all of it was heard.
    func reachedEnd(in view: PlanView) -> (frame: FrameTime, end: SessionEnd)? {
        let reached: (frame: FrameTime, end: SessionEnd)
        switch ending {
        case .at(let frame, let end): reached = (frame, end)
        case .fading(let end, _): reached = (outputEnd(in: view), end)
        case .over, nil: return nil
        }
        return reached.frame <= view.heard ? reached : nil
    }

    /// Ends the session where the last of the stream was heard, if nothing comes after it.
    mutating func endIfNothingIsLeft(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard ending == nil || outputEnd(in: view) != .distantFuture, incoming == nil,
            candidate == nil, let current, let over = current.exhaustedAt
        else { return }
        let frame = max(over, view.plan.layout?.breakRange?.end ?? .zero, view.heard)
        guard frame < outputEnd(in: view) else { return }
        end(
            current.source.failure.map { .failed($0) } ?? .asked, at: frame, in: view, &outbox)
    }

    // MARK: - The output

    /// What became of the output. While it is gone or held, output time stands still.
    mutating func receive(
        _ event: OutputEvent, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        let (before, outputBefore) = (state, output)
        switch event {
        case .lost(let reason):
            outbox.log("sink.lost", at: view.heard, ["reason": .string(reason)])
            stopOutput(output.lost, in: view)
        case .held(let reason):
            stopOutput(.held, in: view)
            // Something else is to be heard: the session is paused, whatever it plays.
            outbox.log("session.paused", at: view.heard, ["reason": .string(reason)])
            if state != before { outbox.send(.stateChanged(state)) }
        case .restored:
            outbox.log("sink.restored", at: view.heard)
            if output.isHeld { return receive(.released, in: view, &outbox) }
            output = .running
        case .released:
            output = .running
            if state != before { outbox.send(.stateChanged(state)) }
            sayAgain(in: view, &outbox)
        }
        outbox.post(.advertisements(.outputChanged(from: outputBefore)))
        if output != .running, state == .stopping { endAtOnce(in: view, &outbox) }
    }

    enum OutputEvent {
        case lost(String)
        case restored
        case held(String)
        case released
    }

    private mutating func stopOutput(_ state: OutputState, in view: PlanView) {
        output = state
        live.lagAtLoss = live.lagAtLoss ?? lag(at: view.heard, in: view)
    }
}

extension SessionConfiguration {
    /// The end that was asked for before the session began.
    var configuredEnding: Transport.Ending? { duration.map { .at(FrameTime($0), .asked) } }
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
