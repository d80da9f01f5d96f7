import MediaTime

/// Corrects the lag behind live that underruns of the stream have caused.
///
/// In a break that mutes the stream, the stream jumps. Otherwise it plays slightly faster, or jumps
/// if that would take too long (``RebufferLag``).
extension Transport {
    /// Corrects the lag by a jump. Called in a break, when the stream is muted.
    mutating func catchUpUnheard(in view: PlanView, _ outbox: inout SessionOutbox) {
        let excess = excess(in: view)
        if excess >= RebufferLag.least { skip(excess, in: view, &outbox) }
    }

    /// Corrects the lag some time after an underrun, when the lag is known.
    mutating func catchUpAfterRebuffering(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard incoming == nil, !isPaused, rebuffering.lag.takeDue(at: view.heard) else { return }
        let excess = excess(in: view)
        guard excess >= RebufferLag.least, let current else { return }
        if excess > RebufferLag.most {
            skip(excess, in: view, &outbox)
        } else {
            outbox.send(.catchUp(generation: current.generation, frameCount: excess))
        }
    }

    /// Returns to the lag from before a loss of the output, if the configuration says so (rule X6).
    mutating func catchUpAfterLoss(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard output.state == .running, let before = live.lagAtLoss,
            let now = lag(at: view.heard, in: view), let edge = live.frame
        else { return }
        live.lagAtLoss = nil
        guard hold == nil else { return }
        // Less than half a second is jitter of the network.
        guard view.configuration.resume == .live, incoming == nil, !isPaused,
            now - before >= FrameTime.rate / 2
        else { return stayInWindow(in: view, &outbox) }
        jump(to: max(.zero, edge - before), in: view, &outbox)
    }

    /// The lag behind live, in frames, that underruns have caused. It excludes lag that the
    /// listener chose, and audio that never arrived.
    func excess(in view: PlanView) -> Int {
        guard view.configuration.resume == .live, incoming == nil,
            let lag = lag(at: view.heard, in: view), let initial = live.initialLag
        else { return 0 }
        return min(rebuffering.lag.frameCount, lag - initial)
    }

    private mutating func skip(
        _ frameCount: Int, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard let position = streamFrame(at: view.heard, in: view) else { return }
        jump(to: position + frameCount, in: view, &outbox)
    }
}
