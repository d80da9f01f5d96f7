import AdPlayback
import MediaTime
import Playout

/// Returns to the home when the present source has ended or cannot be played.
extension Transport {
    /// Leaves the side of `generation`, which has failed: returns to the home, or ends the session.
    mutating func leave(
        _ side: Side, failing failure: SessionFailure, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) {
        guard lifecycle.state.isActive,
            home.follows(side.source, after: failure, at: view.heard)
        else {
            return end(.failed(failure), at: view.heard, in: view, &outbox)
        }
        outbox.post(.sourceOver(failure))
    }

    /// The output frame at which the home follows the present source; `nil` if that has not ended,
    /// or nothing follows it.
    func returnFrame(in view: PlanView) -> FrameTime? {
        guard lifecycle.state.isActive, incoming == nil, candidate == nil, let current,
            let over = current.exhaustedAt,
            home.follows(current.source, after: current.source.failure, at: view.heard)
        else { return nil }
        return max(over, view.plan.layout?.breakRange?.end ?? .zero)
    }

    /// Returns to the home once the last frame of the present source was heard.
    mutating func returnIfNothingIsLeft(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard let frame = returnFrame(in: view), frame <= view.heard else { return }
        outbox.post(.sourceOver(current?.source.failure))
    }

    /// Whether the home would be the present source, which was not heard yet.
    var isOpeningHome: Bool { current == nil && lifecycle.stream == home.address }

    /// Replaces the present source by the home, which is opened now or after a wait.
    mutating func comeHome(
        after failure: SessionFailure?, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard let left = current ?? incoming,
            case .open(let address, let wait) = home.step(
                after: left.source, failing: failure, at: view.heard)
        else { return }
        if let failure { report(failure, of: left.source, in: view, &outbox) }
        if home.isHome(left.source) {
            home.leave(at: left.isLive || !left.hasBegun ? nil : left.position)
        }
        home.startsPaused = isPaused || left.startsPaused
        firstStream.isLeft = firstStream.isLeft || !isOpeningHome
        let delayBefore = availableDelay(in: view)
        move(.followed(by: address), ["source": .string(address)], in: view, &outbox)
        clear()
        sayAvailableDelay(unless: delayBefore, in: view, &outbox)
        rebuffering.rule = RebufferRule(view.configuration)
        rebuffering.lag = RebufferLag()
        firstStream.spotWait = .none
        guard wait > .zero else { return openHome(address, in: view, &outbox) }
        let generation = nextGeneration()
        home.wait(for: generation)
        outbox.send(.wait(generation: generation, wait))
    }

    /// Opens the home after the wait of `generation`, unless another source was taken meanwhile.
    mutating func endWait(
        of generation: Int, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard home.waiting == generation, lifecycle.state.isActive, let address = home.address
        else { return }
        openHome(address, in: view, &outbox)
    }

    private mutating func openHome(
        _ address: String, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        home.open(at: view.heard)
        open(address, from: home.position, in: view, &outbox)
        incoming?.startsPaused = home.startsPaused
        home.startsPaused = false
        if let generation = incoming?.generation {
            outbox.send(.sourceTaken(generation: generation))
        }
    }

    /// Records where the home is left for another source.
    mutating func noteLeaving(in view: PlanView) {
        guard let current, home.isHome(current.source) else { return }
        home.leave(
            at: current.source.facts?.kind == .file
                ? streamFrame(at: view.heard, in: view) : nil)
    }

    /// Pauses a home that was opened while the session was paused, as soon as it has audio.
    mutating func pauseIfLeftPaused(_ generation: Int, _ outbox: inout SessionOutbox) {
        guard let next = incoming, next.generation == generation, next.startsPaused,
            next.readiness == .ready, next.source.facts != nil
        else { return }
        incoming?.startsPaused = false
        outbox.post(.advertisements(.pauseRequested))
    }

    /// Withdraws the pause of a home that has no audio yet. Returns `false` if there is none.
    mutating func withdrawPause() -> Bool {
        guard incoming?.startsPaused == true || home.startsPaused else { return false }
        incoming?.startsPaused = false
        home.startsPaused = false
        return true
    }

    /// Logs the failure of `source`, and stores it for display.
    private mutating func report(
        _ failure: SessionFailure, of source: OpenedSource, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) {
        let words: String
        if home.isHome(source) {
            guard home.isNews(failure) else { return }
            words = "\(home.retryWords): \(failure.description)"
        } else {
            words = "returning to \(home.address ?? ""): \(failure.description)"
        }
        note(failure, of: source.address, words, in: view, &outbox)
    }

    /// Logs that `source` cannot be played, with `words`, and stores the failure for display.
    mutating func note(
        _ failure: SessionFailure, of source: String, _ words: String, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) {
        show(failure, of: source, in: view)
        outbox.log(
            "session.warning", at: view.heard,
            ["reason": .string(words), "source": .string(source)])
    }

    /// Stores the failure of `source`, or of the output while it played, for display.
    mutating func show(_ failure: SessionFailure, of source: String, in view: PlanView) {
        home.failure.source = PlayerStatus.FailedSource(
            source: source, reason: failure.description, outputTime: view.heard.duration)
        home.failure.heardSince = nil
    }

    /// The source that failed last, for display at output frame `frame`; `nil` once another one was
    /// heard for a while.
    func shownFailure(at frame: FrameTime) -> PlayerStatus.FailedSource? {
        guard let heardSince = home.failure.heardSince,
            frame - heardSince >= Self.failureShownTime.frameCount
        else { return home.failure.source }
        return nil
    }

    /// How long a failure is shown beside what plays instead.
    static let failureShownTime = Duration.seconds(60)

    /// Records that the present source is heard at output frame `frame`.
    mutating func noteItPlays(at frame: FrameTime) {
        if home.failure.source?.source == lifecycle.stream { home.failure.source = nil }
        if home.failure.source != nil, home.failure.heardSince == nil {
            home.failure.heardSince = frame
        }
        if lifecycle.stream == home.address { home.noteHeard() }
    }
}
