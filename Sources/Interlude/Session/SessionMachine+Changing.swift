import AdPlayback
import MediaTime
import Playout

/// How another source takes the place of the one that plays: it is opened beside that one, which
/// is left once the new one has sound.
extension SessionMachine {
    mutating func change(to source: String, namedBy namer: SourceNamer) {
        guard source != transport.candidate?.source.address ?? transport.lifecycle.stream else {
            return refuse("\(source) is being played already")
        }
        dropCandidate("another source was asked for")
        // The current source is wanted again.
        guard source != transport.lifecycle.stream else {
            if isPaused { move(.resume) }
            return failWithCurrent()
        }
        let generation = transport.prepareCandidate(source, namedBy: namer)
        effects.append(
            .openStream(generation: generation, source: source, namedBy: namer, from: .zero))
        awaitReady(generation, from: .zero, configuration.startThreshold)
    }

    /// Takes in what the source says that was asked for.
    mutating func receiveOfCandidate(_ news: SourceEvent) {
        transport.candidate?.take(news)
        switch news {
        case .opened, .ready: takeCandidate()
        case .failed(let failure): giveUpCandidate(failure)
        case .discontinuity, .ended, .kept, .title, .reconnecting, .reconnected, .leftBehind: break
        }
    }

    /// Leaves the stream that plays for the one that was asked for, if that has sound.
    private mutating func takeCandidate() {
        // The two are told by different threads, and either may be first.
        guard var next = transport.candidate, next.source.facts != nil, next.readiness == .ready
        else {
            return
        }
        let startsPaused = next.startsPaused
        next.startsPaused = false
        transport.candidate = nil
        tell(.stop(.streamChanged))
        closeTruex()
        heardProgramme = HeardProgramme(from: heard)
        dropDelayed()
        tell(.streamOpened)
        // Before the session leaves the stream that is heard: its end is not this one's.
        takeBackExhaustion(from: heard)
        move(.play(next.source.address))
        // The one that is heard fades out with the next plan, and no more is told of it.
        let delayBefore = availableDelay
        transport.clear()
        if availableDelay != delayBefore {
            effects.append(.availableDelayChanged(availableDelay))
        }
        transport.rebuffering = RebufferRule(configuration)
        transport.rebufferLag = RebufferLag()
        transport.firstSpotWait = .none
        ledger.change { plan in
            plan.layout = nil
            plan.markers.cut(at: heard)
        }
        move(.stopped)
        transport.incoming = next
        effects.append(.sourceTaken(generation: next.generation))
        move(.connected)
        move(.bufferFilled)
        // So that the advertisements know it, too.
        if startsPaused { tell(.pauseRequested) }
        wantSwitch()
    }

    /// The source that was asked for cannot be played; what plays goes on.
    private mutating func giveUpCandidate(_ failure: SessionFailure) {
        guard let source = transport.candidate?.source.address else { return }
        dropCandidate(failure.description)
        log(
            "session.warning",
            [
                "reason": .string("still playing the source before: \(failure.description)"),
                "source": .string(source),
            ])
        failWithCurrent()
    }

    /// Does what had to wait if the current source failed while another one was opened.
    private mutating func failWithCurrent() {
        for side in [transport.current, transport.incoming].compactMap({ $0 }) {
            if let failure = side.source.failure { fail(failure, of: side.generation) }
        }
    }

    /// Drops the requested source, for this `reason`.
    mutating func dropCandidate(_ reason: String) {
        guard let candidate = transport.candidate else { return }
        transport.candidate = nil
        effects.append(.closeStream(generation: candidate.generation))
        effects.append(.sourceRefused(generation: candidate.generation, reason))
    }
}
