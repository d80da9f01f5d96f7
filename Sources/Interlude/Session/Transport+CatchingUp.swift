import MediaTime

/// Corrects the lag behind live that underruns of the stream have caused, and with
/// ``SessionConfiguration/catchUp`` also that of pauses and of breaks that held it.
///
/// In a break that mutes the stream, the stream jumps. Otherwise it plays slightly faster, or jumps
/// if that would take too long (``RebufferLag``) or the configuration says so.
extension Transport {
    /// Corrects the lag by a jump, unless the stream has jumped and its new place was not heard yet.
    /// Called in a break, when the stream is muted.
    mutating func catchUpUnheard(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard current?.told.isShifted != true else { return }
        let excess = excess(in: view)
        if excess >= RebufferLag.least { skip(excess, in: view, &outbox) }
    }

    /// Corrects the lag some time after an underrun, when the lag is known.
    mutating func catchUpAfterRebuffering(in view: PlanView, _ outbox: inout SessionOutbox) {
        let policy = view.configuration.catchUp
        // After a jump, the decision belongs to the new place, and after a pause to the return. It is made
        // once that is heard.
        guard incoming == nil, current?.told.isShifted != true, !isPaused,
            policy == nil || current?.told.plays == true,
            rebuffering.lag.takeDue(at: view.heard)
        else { return }
        let excess = excess(in: view)
        guard let current else { return }
        // After the break it comes back once more.
        if policy != nil, hold != nil || current.told.isAway { return }
        let isAtOnce = rebuffering.lag.wait == .atOnce
        guard excess >= (isAtOnce ? RebufferLag.jitter : RebufferLag.least) else { return }
        if isAtOnce || policy != .faster && excess > RebufferLag.most {
            skip(excess, in: view, &outbox)
        } else {
            outbox.send(.catchUp(generation: current.generation, frameCount: excess))
        }
    }

    /// The output frame at which a delay of pauses and breaks is to be made up for; `nil` if there is
    /// none.
    func nextCatchUp(in view: PlanView) -> FrameTime? {
        guard view.configuration.catchUp != nil, let due = rebuffering.lag.due, due > view.heard
        else { return nil }
        return due
    }

    /// Records that the stream is heard again at output frame `frame`.
    ///
    /// After an underrun it needs the audio for which it has waited: if it jumped at once, it would
    /// run dry again, and jump again.
    mutating func noteComeBack(
        at frame: FrameTime, afterUnderrun wasDry: Bool = false, in view: PlanView
    ) {
        if current?.isAskedFor == true {
            current?.isAskedFor = false
            live.chosenLag = lag(at: frame, in: view)
        }
        guard let policy = view.configuration.catchUp, current?.isLive == true else { return }
        guard !rebuffering.isCaughtUp else {
            rebuffering.isCaughtUp = false
            return
        }
        guard !wasDry else { return }
        rebuffering.lag.comeBack(
            at: frame, deciding: policy == .jump ? .atOnce : .whenSettled)
    }

    /// Returns to the lag from before a loss of the output, if the configuration says so (rule X6).
    mutating func catchUpAfterLoss(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard output.state == .running, let before = live.lagAtLoss,
            let now = lag(at: view.heard, in: view), let edge = live.frame
        else { return }
        live.lagAtLoss = nil
        guard hold == nil else { return }
        guard view.configuration.resume == .live, incoming == nil, !isPaused,
            now - before >= RebufferLag.jitter
        else {
            noteComeBack(at: view.heard, in: view)
            return stayInWindow(in: view, &outbox)
        }
        jump(to: max(.zero, edge - before), in: view, &outbox)
    }

    /// The lag behind live, in frames, that underruns have caused, or with
    /// ``SessionConfiguration/catchUp`` anything. It excludes lag that the listener chose, and audio that
    /// never arrived.
    func excess(in view: PlanView) -> Int {
        if view.configuration.catchUp != nil {
            guard incoming == nil, let lag = lag(at: view.heard, in: view),
                let chosen = live.chosenLag ?? live.initialLag
            else { return 0 }
            return lag - chosen
        }
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
        rebuffering.isCaughtUp = true
    }
}
