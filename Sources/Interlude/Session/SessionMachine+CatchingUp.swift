import MediaTime

/// How a listener who is behind live because his stream ran dry comes back to where he was.
///
/// Best where nobody hears it, in a break that mutes the stream; else by playing faster than it
/// comes, so little that it is not heard; and where that would take too long, at once.
extension SessionMachine {
    /// Where a live stream ran dry, and what that has put the listener behind.
    struct Debt: Hashable, Sendable {
        /// The output frame at which it ran dry; `nil` while it plays.
        var since: FrameTime?
        /// Frames of silence that were heard for want of others.
        var frameCount = 0
        /// The output frame at which it is looked what is to be done.
        var due: FrameTime?

        /// Frames: less is the network's doing; more is not caught up with by playing faster.
        static let least = 2 * FrameTime.rate
        static let most = 10 * FrameTime.rate
        /// Frames after which what a server held back has come.
        static let patience = 5 * FrameTime.rate
    }

    /// The stream ran dry at output frame `frame`.
    mutating func noteDry(at frame: FrameTime) {
        debt.since = debt.since ?? frame
    }

    /// The stream is heard again from output frame `frame` on.
    mutating func noteHeardAgain(at frame: FrameTime) {
        guard let since = debt.since.take() else { return }
        debt.frameCount += frame - since
        debt.due = frame + Debt.patience
    }

    /// Goes where the listener was before, now that he does not hear the stream.
    mutating func catchUpUnheard() {
        let excess = excess
        if excess >= Debt.least { skip(excess) }
    }

    /// Does what is to be done about a debt, once that is known.
    mutating func payDebt() {
        guard let due = debt.due, due <= heard, deck.incoming == nil, !isPaused else { return }
        debt.due = nil
        let excess = excess
        guard excess >= Debt.least, let current = deck.current else { return }
        if excess > Debt.most {
            skip(excess)
        } else {
            effects.append(.catchUp(generation: current.generation, frameCount: excess))
        }
    }

    /// How many frames the listener is behind live because the stream ran dry: none of what he
    /// wanted to be, and none of what never came.
    private var excess: Int {
        guard configuration.resume == .live, deck.incoming == nil, let lag = lag(at: heard),
            let initial = deck.initialLag
        else { return 0 }
        return min(debt.frameCount, lag - initial)
    }

    private mutating func skip(_ frameCount: Int) {
        guard let position = streamFrame(at: heard) else { return }
        jump(to: position + frameCount)
    }
}
