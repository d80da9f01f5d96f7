import AdCues
import AdPlayback
import MediaTime
import Playout

/// Handles the events of the stream's source.
extension Transport {
    mutating func receive(
        _ event: SourceEvent, from generation: Int, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) {
        guard candidate?.generation != generation else {
            return receiveOfCandidate(event, in: view, &outbox)
        }
        // The event of a closed generation is ignored.
        guard update(generation, { $0.take(event) }) else { return }
        switch event {
        case .opened:
            move(.connected, in: view, &outbox)
            pauseIfLeftPaused(generation, &outbox)
        case .ready:
            if current?.generation == generation { move(.bufferFilled, in: view, &outbox) }
            pauseIfLeftPaused(generation, &outbox)
            outbox.wantSwitch()
        case .reconnecting(let reason):
            move(.connectionLost, ["reason": .string(reason)], in: view, &outbox)
        case .reconnected:
            move(.connected, in: view, &outbox)
            sayAgain(in: view, &outbox)
        case .leftBehind(let oldest):
            if hold != nil || current?.generation == generation {
                goOn(withOldest: oldest, in: view, &outbox)
            }
        case .kept(let length): noteKept(length, in: view, &outbox)
        case .failed(let failure): fail(failure, of: generation, in: view, &outbox)
        case .ended(let end): dropSeek(past: end, of: generation, in: view, &outbox)
        case .title: sayTitle(in: view, &outbox)
        case .discontinuity, .cue, .tag: break
        }
    }

    /// Removes and returns the cues that the present stream has sent, or the first one before it is
    /// heard.
    mutating func takeCues() -> [Cue] {
        if current == nil {
            defer { incoming?.source.cues = [] }
            return incoming?.source.cues ?? []
        }
        defer { current?.source.cues = [] }
        return current?.source.cues ?? []
    }

    /// The end of the present stream.
    var streamEnd: MarkedBreaks.StreamEnd {
        guard let current else {
            let facts = incoming?.source.facts
            return MarkedBreaks.StreamEnd(
                kind: facts?.kind, declared: facts?.length, estimated: facts?.estimatedLength)
        }
        // The source's own `length` changes once the decoder has found the end.
        return MarkedBreaks.StreamEnd(
            kind: current.source.facts?.kind, found: current.source.end,
            declared: current.source.facts?.length,
            estimated: current.source.facts?.estimatedLength,
            reached: current.exhaustedAt == nil ? nil : current.position)
    }

    /// Cancels a seek beyond the end of a file: the stream continues where it is.
    private mutating func dropSeek(
        past end: FrameTime, of generation: Int, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard let incoming, incoming.generation == generation, incoming.isAskedFor,
            end <= incoming.position, current?.isLive == false
        else { return }
        // A stream that stood still for this seek continues where it is.
        if incoming.isAwaited { outbox.wantSwitch() }
        self.incoming = nil
        current?.source.length = end
        outbox.send(.closeStream(generation: generation))
        outbox.warn(Self.words(forEnd: end), at: view.heard)
    }

    /// The refusal of a seek beyond `end`, where the file ends.
    static func words(forEnd end: FrameTime) -> String {
        "the file ends at \(end.words); seek to an earlier time"
    }

    /// Leaves the stream because of a failure. Audio that is already decoded is heard first, unless
    /// the session is paused while it reconnects.
    ///
    /// While another source is being opened, the failure is deferred.
    mutating func fail(
        _ failure: SessionFailure, of generation: Int, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) {
        guard candidate == nil else { return }
        let sides = [current, incoming].compactMap { $0 }
        guard let side = sides.first(where: { $0.generation == generation }) else { return }
        let isAwaitedInPause = isPaused && state == .reconnecting
        guard side.source.facts == nil || isAwaitedInPause else { return }
        leave(side, failing: failure, in: view, &outbox)
    }

    /// Handles an underrun at output frame `frame`: the stream resumes at `sourceFrame` once enough
    /// of it is decoded.
    ///
    /// Returns the voice that ends there; `nil` if the stream is known to have run dry.
    mutating func starve(
        at frame: FrameTime, sourceFrame: FrameTime, in view: PlanView,
        _ outbox: inout SessionOutbox
    ) -> Voice? {
        guard var current, current.readiness == .ready,
            // The report may concern another clip of the same stream, or one that fades out.
            [view.base, view.plan].contains(where: {
                $0.timeline.clip(of: current.voice, at: frame) != nil
            })
        else { return nil }
        current.position = sourceFrame
        current.readiness = .starved
        current.told.plays = false
        self.current = current
        outbox.log("stream.underrun", at: frame, ["streamFrame": .integer(sourceFrame.frames)])
        if !isPaused { rebuffering.lag.begin(at: frame) }
        move(.bufferEmptied, in: view, &outbox)
        outbox.send(
            .awaitReady(
                generation: current.generation, from: sourceFrame,
                rebuffering.rule.noteUnderrun(at: frame)))
        return current.voice
    }

    /// Handles the end of the stream: its last frame was rendered before output frame `frame`.
    ///
    /// Returns the voice that ends there; `nil` if the end is already known.
    mutating func exhaust(
        at frame: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) -> Voice? {
        guard let current, current.exhaustedAt == nil else { return nil }
        self.current?.exhaustedAt = frame
        let position = view.timeline.position(of: current.voice, at: frame)
        self.current?.position = position ?? current.position
        outbox.wantSwitch()
        return current.voice
    }

    /// Forgets the stream's end if it must be rendered again from output frame `frame` on, as after
    /// a loss of the device.
    mutating func takeBackExhaustion(from frame: FrameTime, in view: PlanView) {
        guard let over = current?.exhaustedAt, frame < over else { return }
        current?.exhaustedAt = nil
        if case .at = ending, state != .stopping {
            ending = durationEnd(in: view).map { .at($0, .asked) }
        }
    }
}
