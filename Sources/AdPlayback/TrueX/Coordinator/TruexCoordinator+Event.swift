import MediaTime

extension TruexCoordinator {
    /// What can happen to a stream with true[X]. A recorded session has them in order.
    ///
    /// Frames are of the stream.
    package enum Event: Hashable, Sendable, Codable {
        // The stream.

        /// A stream is about to be heard from this frame on; comes before all else of it.
        case opened(at: FrameTime)
        /// All pods that are known of; what was played of them stays played.
        case podsChanged([TruexPod])
        /// What can be moved to: all of a file, what is in the store of a live stream.
        case reachChanged(FrameRange)
        /// The listener has heard everything before this frame; after ``Effect/land(_:)`` and
        /// ``Effect/seek(to:)``, of the new place.
        case heard(FrameTime)
        /// No more of it comes.
        case streamEnded
        case streamFailed

        // The listener.

        /// To a frame; answered by ``Effect/seek(to:)`` or ``Effect/refuseSeek``.
        case seekRequested(to: FrameTime)
        /// By so many frames of what is not advertisement, back if negative; answered likewise.
        case stepRequested(Int)
        case message(TruexMessage)

        /// Other pages are open, or seen, than before.
        case audienceChanged(TruexAudience)

        // The renderer.

        case renderer(TruexToken, TruexEvent)

        /// A credit has paid for all pods of the stream.
        case sponsored

        // The rest of the session.

        case spotsChanged(Spots)
        /// A unit cannot go on, now or when it is shown.
        case pause(TruexPause)
        case resume(TruexPause)

        /// Answers ``Effect/wake(at:)``; also harmless unasked.
        case wake
    }

    /// Whether a spot is heard.
    package enum Spots: String, Hashable, Sendable, Codable, CaseIterable {
        case idle
        case playing
    }
}
