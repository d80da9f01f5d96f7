import AdPlayback
import MediaTime

/// The states of the session, and its end.
extension Transport {
    /// Passes `event` to the lifecycle, and carries out its effects. `fields` go into the line of
    /// the event log.
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
                rebuffering.lag.pause(behindBy: excess(in: view))
                // A place that is heard only after this pause is no longer where it was to be.
                rebuffering.isCaughtUp = false
                outbox.wantSwitch()
            case .resumeStream:
                candidate?.startsPaused = false
                stayInWindow(in: view, &outbox)
                // A stream on its way to another frame resumes there.
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

    /// Why a pause is refused; `nil` if only the breaks can still refuse it.
    var pauseRefusal: String? {
        guard lifecycle.canPause else { return isPaused ? "it is already paused" : "nothing plays" }
        return hold == nil ? nil : Self.heldWords
    }

    /// Pauses, once the breaks have allowed it.
    mutating func pause(in view: PlanView, _ outbox: inout SessionOutbox) {
        candidate?.startsPaused = true
        move(.pause, in: view, &outbox)
    }

    mutating func unpause(in view: PlanView, _ outbox: inout SessionOutbox) {
        candidate?.startsPaused = false
        if !isPaused, withdrawPause() { return }
        guard !output.state.isHeld || isPaused else {
            return outbox.refuse(
                "the sound server has requested silence, and must end that request first")
        }
        move(.resume, in: view, &outbox)
    }

    /// The refusal of a command while an interactive break holds the stream.
    static let heldWords =
        "the stream stands still for an interactive advertisement; answer it first"

    // MARK: - The end

    /// The output frame at which the session ends; `distantFuture` while that is unknown.
    func outputEnd(in view: PlanView) -> FrameTime {
        switch ending {
        case .at(let frame, _): frame
        case .over: view.heard
        case .fading(_, let limit): view.plan.fadeEnd ?? limit
        case nil: .distantFuture
        }
    }

    /// Ends the session at output frame `frame`, unless it ends earlier anyway.
    mutating func end(
        _ end: SessionEnd, at frame: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard frame < outputEnd(in: view) else { return }
        ending = .at(frame, end)
        outbox.post(.ending)
    }

    /// Whether a stop was requested and the session is not over.
    var isStopping: Bool { if case .fading = ending { true } else { state == .stopping } }

    /// Whether a fade would be heard.
    func canFadeOut(in view: PlanView) -> Bool { output.state == .running && view.heard > .zero }

    /// Ends the session with a fade, from the frame on that the sink names.
    mutating func fadeOut(in view: PlanView, _ outbox: inout SessionOutbox) {
        ending = .fading(.asked, by: outputEnd(in: view))
        outbox.wantSwitch()
    }

    mutating func endAtOnce(in view: PlanView, _ outbox: inout SessionOutbox) {
        ending = .at(view.heard, .asked)
        outbox.post(.ending)
    }

    /// The end of the session, if everything before it was heard; otherwise `nil`.
    func reachedEnd(in view: PlanView) -> (frame: FrameTime, end: SessionEnd)? {
        let reached: (frame: FrameTime, end: SessionEnd)
        switch ending {
        case .at(let frame, let end): reached = (frame, end)
        case .fading(let end, _): reached = (outputEnd(in: view), end)
        case .over, nil: return nil
        }
        return reached.frame <= view.heard ? reached : nil
    }

    /// Stores `failure`, which ends the session, for display. The stream is given up if it is its
    /// own.
    mutating func noteEnd(
        _ failure: SessionFailure, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        show(failure, of: lifecycle.stream ?? view.configuration.source, in: view)
        guard !failure.isOfOutput else { return }
        move(.gaveUp, ["reason": .string(failure.description)], in: view, &outbox)
    }

    /// Enters the last state of a session that ends with `end`.
    mutating func finish(
        _ end: SessionEnd, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        if case .failed(let failure) = end, failure.isOfOutput {
            let reason = JSONValue.string(failure.description)
            return move(.outputFailed, ["reason": reason], in: view, &outbox)
        }
        move(.stop, in: view, &outbox)
        move(.stopped, in: view, &outbox)
    }

    /// Returns to the home or ends the session after the stream's last frame, if nothing else
    /// follows it.
    mutating func endIfNothingIsLeft(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard ending == nil || outputEnd(in: view) != .distantFuture, incoming == nil,
            candidate == nil, let current, let over = current.exhaustedAt
        else { return }
        guard returnFrame(in: view) == nil else {
            return returnIfNothingIsLeft(in: view, &outbox)
        }
        let frame = max(over, view.plan.layout?.breakRange?.end ?? .zero, view.heard)
        guard frame < outputEnd(in: view) else { return }
        end(
            current.source.failure.map { .failed($0) } ?? .asked, at: frame, in: view, &outbox)
    }

    // MARK: - The output

    /// Handles an event of the output. While the output is lost or held, output time stands still.
    mutating func receive(
        _ event: OutputEvent, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        let (before, outputBefore) = (state, output.state)
        switch event {
        case .lost(let reason):
            output.outage.reason = reason
            let words = lossWords(reason, in: view)
            outbox.log("sink.lost", at: view.heard, ["reason": .string(words)])
            stopOutput(output.state.lost, in: view)
        case .held(let reason):
            output.outage.hadOutput = true
            stopOutput(.held, in: view)
            // The session counts as paused, whatever it plays.
            outbox.log("session.paused", at: view.heard, ["reason": .string(reason)])
            if state != before { outbox.send(.stateChanged(state)) }
        case .restored:
            outbox.log("sink.restored", at: view.heard)
            if output.state.isHeld { return receive(.released, in: view, &outbox) }
            output.state = .running
            endOutage(in: view, &outbox)
        case .released:
            output.state = .running
            endOutage(in: view, &outbox)
            if state != before { outbox.send(.stateChanged(state)) }
            sayAgain(in: view, &outbox)
        }
        outbox.post(.advertisements(.outputChanged(from: outputBefore)))
        if output.state != .running, isStopping { endAtOnce(in: view, &outbox) }
    }

    enum OutputEvent {
        case lost(String)
        case restored
        case held(String)
        case released
    }

    private mutating func stopOutput(_ state: OutputState, in view: PlanView) {
        output.state = state
        live.lagAtLoss = live.lagAtLoss ?? lag(at: view.heard, in: view)
    }
}

extension SessionConfiguration {
    /// The end after the configured duration; `nil` without one.
    var configuredEnding: Transport.Ending? { duration.map { .at(FrameTime($0), .asked) } }
}

extension SessionState {
    /// Whether the event log has a line for entering this state.
    ///
    /// `paused` and `playing` are logged when they are heard.
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
