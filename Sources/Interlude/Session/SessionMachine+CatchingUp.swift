import MediaTime

/// How a listener who is behind live because his stream ran dry comes back to where he was.
///
/// Best where nobody hears it, in a break that mutes the stream; else by playing faster than it
/// comes, so little that it is not heard; and where that would take too long, at once.
extension SessionMachine {
    /// Goes where the listener was before, now that he does not hear the stream.
    mutating func catchUpUnheard() {
        let excess = excess
        if excess >= RebufferLag.least { skip(excess) }
    }

    /// Brings the listener back once it is known how far behind they are.
    mutating func catchUpAfterRebuffering() {
        guard transport.incoming == nil, !isPaused, transport.rebufferLag.takeDue(at: heard) else {
            return
        }
        let excess = excess
        guard excess >= RebufferLag.least, let current = transport.current else { return }
        if excess > RebufferLag.most {
            skip(excess)
        } else {
            effects.append(.catchUp(generation: current.generation, frameCount: excess))
        }
    }

    /// How many frames the listener is behind live because the stream ran dry: none of what he
    /// wanted to be, and none of what never came.
    var excess: Int {
        guard configuration.resume == .live, transport.incoming == nil, let lag = lag(at: heard),
            let initial = transport.live.initialLag
        else { return 0 }
        return min(transport.rebufferLag.frameCount, lag - initial)
    }

    private mutating func skip(_ frameCount: Int) {
        guard let position = streamFrame(at: heard) else { return }
        jump(to: position + frameCount)
    }
}
