import MediaTime

/// How a listener who is behind live because the stream ran dry comes back to where they were.
///
/// Best where nobody hears it, in a break that mutes the stream; else by playing faster than it
/// comes, so little that it is not heard; and where that would take too long, at once.
extension Transport {
    /// Goes where the listener was before, now that they do not hear the stream.
    mutating func catchUpUnheard(in view: PlanView, _ outbox: inout SessionOutbox) {
        let excess = excess(in: view)
        if excess >= RebufferLag.least { skip(excess, in: view, &outbox) }
    }

    /// Brings the listener back once it is known how far behind they are.
    mutating func catchUpAfterRebuffering(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard incoming == nil, !isPaused, rebufferLag.takeDue(at: view.heard) else { return }
        let excess = excess(in: view)
        guard excess >= RebufferLag.least, let current else { return }
        if excess > RebufferLag.most {
            skip(excess, in: view, &outbox)
        } else {
            outbox.send(.catchUp(generation: current.generation, frameCount: excess))
        }
    }

    /// Goes on as far behind live as before the output was lost, if that is how it is to resume
    /// (rule X6).
    mutating func catchUpAfterLoss(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard output == .running, let before = live.lagAtLoss,
            let now = lag(at: view.heard, in: view), let edge = live.frame
        else { return }
        live.lagAtLoss = nil
        guard hold == nil else { return }
        // Less than half a second is the network's doing.
        guard view.configuration.resume == .live, incoming == nil, !isPaused,
            now - before >= FrameTime.rate / 2
        else { return stayInWindow(in: view, &outbox) }
        jump(to: max(.zero, edge - before), in: view, &outbox)
    }

    /// How many frames the listener is behind live because the stream ran dry: none of what they
    /// wanted to be, and none of what never came.
    func excess(in view: PlanView) -> Int {
        guard view.configuration.resume == .live, incoming == nil,
            let lag = lag(at: view.heard, in: view), let initial = live.initialLag
        else { return 0 }
        return min(rebufferLag.frameCount, lag - initial)
    }

    private mutating func skip(
        _ frameCount: Int, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard let position = streamFrame(at: view.heard, in: view) else { return }
        jump(to: position + frameCount, in: view, &outbox)
    }
}
