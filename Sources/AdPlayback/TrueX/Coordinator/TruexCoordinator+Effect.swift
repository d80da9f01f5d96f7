import MediaTime

extension TruexCoordinator {
    /// What the shell has to do, in the order given.
    package enum Effect: Hashable, Sendable {
        // The renderer.

        /// Make a renderer for this placeholder and initialize it.
        case create(TruexToken, TruexStop.ID, TruexSlotType)
        case start(TruexToken)
        /// Stop it and let go of it.
        case stop(TruexToken)
        /// It has ended by itself; let go of it.
        case release(TruexToken)
        case pause(TruexToken, TruexPause)
        case resume(TruexToken, TruexPause)
        case forward(TruexToken, TruexMessage)
        /// The choice card in the stream was heard to its end without an answer.
        case endCard(TruexToken)

        // The stream.

        /// Hold the stream at the frame that comes next.
        case hold
        /// Nothing of the stream is heard until this frame of it has come; ``land(_:)`` follows.
        case fill(until: FrameTime)
        /// Go on there, held or not.
        case land(TruexLanding)
        /// The listener's wish is granted, or was remembered: go there, and on.
        case seek(to: FrameTime)
        case refuseSeek
        /// The listener leaves, or cannot stay; nothing of true[X] follows.
        case closeStream
        case controls(Controls)

        // The rest of the session.

        case spots(SpotRule)
        /// Send ``Event/wake`` at this time of the session, and not at the one asked for before;
        /// `nil` takes that back.
        case wake(at: FrameTime?)
        case log(TruexLog)
    }

    /// Whether the listener may move in the stream.
    package enum Controls: String, Hashable, Sendable {
        case locked
        case free
    }

    /// What becomes of spots that are pushed (rule X1).
    package enum SpotRule: String, Hashable, Sendable {
        /// None is started; what comes is kept.
        case keep
        /// What was kept gets its turn.
        case release
        /// What was kept falls away, and is reported as aborted.
        case drop
    }
}
