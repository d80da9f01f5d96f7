import AdPlayback
import MediaTime
import Playout

/// Replaces the source: opens the new one beside the current one, and switches when the new one has
/// audio.
extension Transport {
    mutating func change(
        to source: String, namedBy namer: SourceNamer, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) {
        guard source != candidate?.source.address ?? lifecycle.stream else {
            return outbox.refuse("\(source) is being played already")
        }
        dropCandidate("another source was asked for", &outbox)
        // The request returns to the current source.
        guard source != lifecycle.stream else {
            if isPaused { move(.resume, in: view, &outbox) }
            return failWithCurrent(in: view, &outbox)
        }
        let generation = prepareCandidate(source, namedBy: namer)
        outbox.send(
            .openStream(generation: generation, source: source, namedBy: namer, from: .zero))
        awaitReady(generation, from: .zero, in: view, &outbox)
    }

    /// Handles an event of the requested source.
    mutating func receiveOfCandidate(
        _ event: SourceEvent, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        candidate?.take(event)
        switch event {
        case .opened, .ready:
            // Different threads report the two, in any order.
            if candidate?.source.facts != nil, candidate?.readiness == .ready {
                outbox.post(.sourceReady)
            }
        case .failed(let failure): giveUpCandidate(failure, in: view, &outbox)
        case .kept(let length): candidate?.kept = length
        case .discontinuity, .ended, .title, .cue, .tag, .reconnecting, .reconnected, .leftBehind:
            break
        }
    }

    /// Replaces the current stream by `next`, a requested source that has audio. The old stream
    /// fades out with the next plan, and reports nothing more.
    mutating func take(_ next: Side, in view: PlanView, _ outbox: inout SessionOutbox) {
        // Must precede the change: the end of the old stream is not the end of `next`.
        takeBackExhaustion(from: view.heard, in: view)
        move(.play(next.source.address), in: view, &outbox)
        noteLeaving(in: view)
        home.failure.source = nil
        let delayBefore = availableDelay(in: view)
        clear()
        if let kept = next.kept { noteKept(kept, in: view, &outbox) }
        sayAvailableDelay(unless: delayBefore, in: view, &outbox)
        rebuffering.rule = RebufferRule(view.configuration)
        rebuffering.lag = RebufferLag()
        firstStream.spotWait = .none
        move(.stopped, ["source": .string(next.source.address)], in: view, &outbox)
        incoming = next
        incoming?.startsPaused = false
        outbox.send(.sourceTaken(generation: next.generation))
        move(.connected, in: view, &outbox)
        move(.bufferFilled, in: view, &outbox)
    }

    /// Drops a requested source that cannot be played; the current one continues.
    private mutating func giveUpCandidate(
        _ failure: SessionFailure, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard let source = candidate?.source.address else { return }
        dropCandidate(failure.description, &outbox)
        let present = current == nil ? "is still being opened" : "plays on"
        note(
            failure, of: source, "\(failure.description); the previous source \(present)", in: view,
            &outbox)
        if current?.told.plays == true { home.failure.heardSince = view.heard }
        failWithCurrent(in: view, &outbox)
    }

    /// Handles a failure of the current source that was deferred while another source was opened.
    private mutating func failWithCurrent(in view: PlanView, _ outbox: inout SessionOutbox) {
        for side in [current, incoming].compactMap({ $0 }) {
            if let failure = side.source.failure {
                fail(failure, of: side.generation, in: view, &outbox)
            }
        }
    }

    /// Drops the requested source, if there is one; `reason` goes to its requester.
    mutating func dropCandidate(_ reason: String, _ outbox: inout SessionOutbox) {
        guard let dropped = candidate.take() else { return }
        outbox.send(.closeStream(generation: dropped.generation))
        outbox.send(.sourceRefused(generation: dropped.generation, reason))
    }
}
