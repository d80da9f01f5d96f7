import MediaTime
import Playout

/// Moves the listener to another place in the stream.
extension Transport {
    /// The stream frame of a seek to `time`, counted from the start of a file, and back from the
    /// live edge of a live stream; `nil` if the seek is refused.
    func target(
        ofSeek time: Duration, in view: PlanView, _ outbox: inout SessionOutbox
    ) -> FrameTime? {
        guard let current, !isChangingSource else {
            outbox.refuse("nothing plays yet")
            return nil
        }
        switch current.source.facts?.kind {
        case .live:
            return target(ofDelay: time < .zero ? .zero - time : time, in: view, &outbox)
        case .pipe:
            outbox.refuse("what comes over a pipe is heard in order; play a file to seek in it")
            return nil
        case .file, nil:
            let frame = FrameTime(max(.zero, time))
            guard let end = current.source.length, frame >= end else { return frame }
            // A script receives no reply, so the reason is logged as well.
            outbox.warn(Self.words(forEnd: end), at: view.heard)
            outbox.refuse(Self.words(forEnd: end))
            return nil
        }
    }

    /// The stream frame `delay` behind live, clamped to what is kept; `nil` if the command is
    /// refused.
    func target(
        ofDelay delay: Duration, in view: PlanView, _ outbox: inout SessionOutbox
    ) -> FrameTime? {
        guard current?.isLive == true, !isChangingSource, let edge = live.frame else {
            outbox.refuse("only a live stream has a delay")
            return nil
        }
        let clamped = min(max(.zero, delay), availableDelay(in: view))
        return max(.zero, edge - clamped.frameCount)
    }

    /// The stream frame at which the listener would be without pauses and delays; `nil` if the
    /// command is refused.
    func liveTarget(_ outbox: inout SessionOutbox) -> FrameTime? {
        guard !isChangingSource, let place = livePlace else {
            outbox.refuse("only a live stream has a live edge")
            return nil
        }
        return place
    }

    /// The stream frame at which a listener without pauses and delays is; `nil` if the stream is not
    /// live.
    var livePlace: FrameTime? {
        guard current?.isLive == true, let edge = live.frame else { return nil }
        return max(.zero, edge - (live.initialLag ?? FrameTime.rate))
    }

    /// Jumps to the oldest kept frame of a live stream if the listener's next frame is older.
    mutating func stayInWindow(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard current?.isLive == true, !isPaused, let edge = live.frame,
            let next = streamFrame(at: view.heard, in: view)
        else { return }
        let oldest = edge - keptWindow(in: view).frameCount
        if next < oldest { goOn(withOldest: oldest, in: view, &outbox) }
    }

    /// Jumps to `oldest`, the first kept frame of a live stream, and a margin beyond it, because
    /// the window moves on before that frame is decoded. Does nothing if the stream is already
    /// moving elsewhere.
    mutating func goOn(
        withOldest oldest: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard hold == nil else { return moveReturn(toOldest: oldest, in: view, &outbox) }
        guard incoming == nil else { return }
        outbox.warn(Self.leftBehindWords, at: view.heard)
        let margin = min(FrameTime.rate, keptWindow(in: view).frameCount / 2)
        jump(to: oldest + margin, in: view, &outbox)
    }

    static let leftBehindWords =
        "what comes next is further behind live than is kept: it goes on with the oldest"

    /// Jumps to stream frame `frame` at the listener's request.
    mutating func goWhereAsked(
        _ frame: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        jump(to: frame, in: view, &outbox)
        incoming?.isAskedFor = true
    }

    /// Jumps to stream frame `frame`, from which the stream continues as a new generation.
    mutating func jump(
        to frame: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard let current else { return }
        rebuffering.lag = RebufferLag()
        let (generation, replaced) = prepare(
            current.source.address, namedBy: current.source.namer, .jumped, from: frame)
        // A live stream keeps its connection, so its properties are known.
        if current.isLive { incoming?.source.facts = current.source.facts }
        outbox.send(
            current.isLive
                ? .jump(
                    from: replaced ?? current.generation, generation: generation, to: frame)
                : .openStream(
                    generation: generation, source: current.source.address,
                    namedBy: current.source.namer, from: frame))
        // A live stream's connection passes from one generation to the next, so the old one is
        // closed last.
        if let replaced { outbox.send(.closeStream(generation: replaced)) }
        awaitReady(generation, from: frame, in: view, &outbox)
    }

    /// Opens `source`, named by the operator, at stream frame `frame`.
    mutating func open(
        _ source: String, from frame: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        let (generation, replaced) = prepare(source, namedBy: .operator, .opened, from: frame)
        if let replaced { outbox.send(.closeStream(generation: replaced)) }
        outbox.send(
            .openStream(
                generation: generation, source: source, namedBy: .operator, from: frame))
        awaitReady(generation, from: frame, in: view, &outbox)
    }

    func awaitReady(
        _ generation: Int, from frame: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        outbox.send(
            .awaitReady(
                generation: generation, from: frame, view.configuration.startThreshold))
    }
}
