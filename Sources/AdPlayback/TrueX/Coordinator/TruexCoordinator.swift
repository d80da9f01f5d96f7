import MediaTime

/// Leads a stream through its pods with true[X]: holds it at a placeholder,
/// has a unit shown, and lets it go on where the listener's credit takes it.
///
/// A value without I/O, clock or lock: an event goes in, effects come out, and the shell carries
/// them out in order. A frame of the stream is not a time of the session: the session goes on
/// while the stream is held.
package struct TruexCoordinator: Hashable, Sendable {
    package let policy: TruexPolicy

    package internal(set) var state: State = .closed

    package internal(set) var schedule = TruexSchedule()

    /// The next frame of the stream that is heard.
    package internal(set) var position: FrameTime = .zero

    /// A renderer that looks for its ad before its placeholder is reached.
    package internal(set) var prepared: Unit?

    /// The pod that the listener is in, also while the stream is held there.
    package internal(set) var openPod: OpenPod?

    /// Where the listener wanted to be when a break came between; it never changes on the way.
    package internal(set) var remembered: FrameTime?

    /// What renderers said that were over.
    package internal(set) var staleCount = 0

    /// What can be moved to.
    var reach = FrameRange(.zero, .distantFuture)

    var flow = Flow.running
    var spots = Spots.idle
    var controls = Controls.free
    var spotRule = SpotRule.release

    var audience = TruexAudience.unknown

    /// What keeps every unit from going on.
    var pauses: Set<TruexPause> = []

    var tokenCount: UInt64 = 0

    /// When the shell was last asked to wake it.
    var armedWake: FrameTime?

    package init(policy: TruexPolicy = TruexPolicy()) {
        self.policy = policy
    }

    /// Whether more of the stream comes.
    enum Flow: Hashable {
        case running
        case ended
    }
}

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

/// Tells one renderer of a stream from the others; what it says carries it.
package struct TruexToken: RawRepresentable, Hashable, Sendable, Codable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package init(_ number: UInt64) {
        self.init(rawValue: number)
    }
}
