import AdPlayback
import MediaTime
import Playout

/// How another source takes the place of the one that plays: it is opened beside that one, which
/// is left once the new one has sound.
extension Transport {
    mutating func change(
        to source: String, namedBy namer: SourceNamer, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) {
        guard source != candidate?.source.address ?? lifecycle.stream else {
            return outbox.refuse("\(source) is being played already")
        }
        dropCandidate("another source was asked for", &outbox)
        // The current source is wanted again.
        guard source != lifecycle.stream else {
            if isPaused { move(.resume, in: view, &outbox) }
            return failWithCurrent(in: view, &outbox)
        }
        let generation = prepareCandidate(source, namedBy: namer)
        outbox.send(
            .openStream(generation: generation, source: source, namedBy: namer, from: .zero))
        awaitReady(generation, from: .zero, in: view, &outbox)
    }

    /// Takes in what the source says that was asked for.
    mutating func receiveOfCandidate(
        _ event: SourceEvent, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        candidate?.take(event)
        switch event {
        case .opened, .ready:
            // The two are told by different threads, and either may be first.
            if candidate?.source.facts != nil, candidate?.readiness == .ready {
                outbox.post(.sourceReady)
            }
        case .failed(let failure): giveUpCandidate(failure, in: view, &outbox)
        case .kept(let length): candidate?.kept = length
        case .discontinuity, .ended, .title, .reconnecting, .reconnected, .leftBehind: break
        }
    }

    /// Leaves the stream that plays for `next`, which was asked for and has sound: the one that is
    /// heard fades out with the next plan, and no more is told of it.
    mutating func take(_ next: Side, in view: PlanView, _ outbox: inout SessionOutbox) {
        // Before the session leaves the stream that is heard: its end is not this one's.
        takeBackExhaustion(from: view.heard, in: view)
        move(.play(next.source.address), in: view, &outbox)
        let delayBefore = availableDelay(in: view)
        clear()
        if let kept = next.kept { noteKept(kept, in: view, &outbox) }
        sayAvailableDelay(unless: delayBefore, in: view, &outbox)
        rebuffering = RebufferRule(view.configuration)
        rebufferLag = RebufferLag()
        firstSpotWait = .none
        move(.stopped, in: view, &outbox)
        incoming = next
        incoming?.startsPaused = false
        outbox.send(.sourceTaken(generation: next.generation))
        move(.connected, in: view, &outbox)
        move(.bufferFilled, in: view, &outbox)
    }

    /// The source that was asked for cannot be played; what plays goes on.
    private mutating func giveUpCandidate(
        _ failure: SessionFailure, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard let source = candidate?.source.address else { return }
        dropCandidate(failure.description, &outbox)
        outbox.log(
            "session.warning", at: view.heard,
            [
                "reason": .string("still playing the source before: \(failure.description)"),
                "source": .string(source),
            ])
        failWithCurrent(in: view, &outbox)
    }

    /// Does what had to wait if the current source failed while another one was opened.
    private mutating func failWithCurrent(in view: PlanView, _ outbox: inout SessionOutbox) {
        for side in [current, incoming].compactMap({ $0 }) {
            if let failure = side.source.failure {
                fail(failure, of: side.generation, in: view, &outbox)
            }
        }
    }

    /// Drops the requested source, for this `reason`.
    mutating func dropCandidate(_ reason: String, _ outbox: inout SessionOutbox) {
        guard let dropped = candidate.take() else { return }
        outbox.send(.closeStream(generation: dropped.generation))
        outbox.send(.sourceRefused(generation: dropped.generation, reason))
    }
}
