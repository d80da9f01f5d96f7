import MediaTime

/// Decides how a stream plays its pods with true[X]: it holds the stream at a placeholder, shows a
/// unit, and resumes where the listener's credit allows.
///
/// A value without I/O, clock or lock; the shell carries out its effects in order. Session time
/// advances while the stream is held, so it differs from stream time.
package struct TruexCoordinator: Hashable, Sendable {
    package let policy: TruexPolicy

    package internal(set) var state: State = .closed

    package internal(set) var schedule = TruexSchedule()

    /// The next stream frame to be heard.
    package internal(set) var position: FrameTime = .zero

    /// A renderer that requests its ad before its placeholder is reached.
    package internal(set) var prepared: Unit?

    /// The pod that the listener is in, also while the stream is held there.
    package internal(set) var openPod: OpenPod?

    /// The listener's seek target while a break comes first; never adjusted on the way.
    package internal(set) var remembered: FrameTime?

    /// The session time up to which the last credit pays for pods; `nil` if none lasts.
    package internal(set) var creditEnd: FrameTime?

    var counts = Counts()

    var surroundings = Surroundings()

    /// What the session was told last.
    var told = Told()

    /// The last requested wake.
    package internal(set) var armedWake: FrameTime?

    package init(policy: TruexPolicy = TruexPolicy()) {
        self.policy = policy
    }

    /// The number of events from renderers that had ended.
    package var staleCount: Int { counts.stale }

    /// What applies to the listener's controls and to spots.
    struct Told: Hashable {
        var controls = Controls.free
        var spotRule = SpotRule.release
    }

    package var controls: Controls { told.controls }

    /// What the session has told.
    struct Surroundings: Hashable {
        /// The session time of the last event.
        var time: FrameTime = .zero

        /// The stream frames that can be sought.
        var reach = FrameRange(.zero, .distantFuture)

        var flow = Flow.running
        var spots = Spots.idle
        var audience = TruexAudience.unknown

        /// The reasons that pause every unit.
        var pauses: Set<TruexPause> = []
    }

    /// How many renderers there were, and events from those that had ended.
    struct Counts: Hashable {
        var tokens: UInt64 = 0
        var stale = 0
    }

    /// Whether more of the stream follows.
    enum Flow: Hashable {
        case running
        case ended
    }
}

extension TruexCoordinator {
    /// An input of the coordinator. A recorded session has them in order. Frames are in stream
    /// time.
    package enum Event: Hashable, Sendable, Codable {
        // The stream.

        /// A stream starts at this frame; its first event. An earlier session has played the pods
        /// `played`.
        case opened(at: FrameTime, played: Set<TruexPod.ID> = [])
        /// All known pods. Pods that were played stay played.
        case podsChanged([TruexPod])
        /// The frames that can be sought: a whole file, or the stored part of a live stream.
        case reachChanged(FrameRange)
        /// The listener has heard everything before this frame. After ``Effect/land(_:)`` and
        /// ``Effect/seek(to:)``, the frame is of the new position.
        case heard(FrameTime)
        /// The stream has ended.
        case streamEnded
        case streamFailed

        // The listener.

        /// Seek to a frame; answered by ``Effect/seek(to:)`` or ``Effect/refuseSeek``.
        case seekRequested(to: FrameTime)
        /// Seek by a number of frames without ads, negative for back; answered in the same way.
        case stepRequested(Int)
        case message(TruexMessage)

        /// The pages that are open or visible changed.
        case audienceChanged(TruexAudience)

        // The renderer.

        case renderer(TruexToken, TruexEvent)

        /// A credit has paid for all pods of the stream.
        case sponsored

        // The rest of the session.

        case spotsChanged(Spots)
        /// Pauses the current unit, or else the next one.
        case pause(TruexPause)
        case resume(TruexPause)

        /// Answers ``Effect/wake(at:)``; harmless if not requested.
        case wake
    }

    /// Whether a spot plays.
    package enum Spots: String, Hashable, Sendable, Codable, CaseIterable {
        case idle
        case playing
    }
}

extension TruexCoordinator {
    /// An instruction for the shell, carried out in order.
    package enum Effect: Hashable, Sendable {
        // The renderer.

        /// Make a renderer for this placeholder and initialize it.
        case create(TruexToken, TruexStop.ID, TruexSlotType)
        case start(TruexToken)
        /// Stop and release the renderer.
        case stop(TruexToken)
        /// Release the renderer, which has ended.
        case release(TruexToken)
        case pause(TruexToken, TruexPause)
        case resume(TruexToken, TruexPause)
        case forward(TruexToken, TruexMessage)
        /// The choice card in the stream ended without an answer.
        case endCard(TruexToken)

        // The stream.

        /// Hold the stream at its next frame.
        case hold
        /// Play filler until this stream frame has arrived; ``land(_:)`` follows.
        case fill(until: FrameTime)
        /// Resume the stream there, whether or not it is held.
        case land(TruexLanding)
        /// Seek to the frame that the listener asked for, now or earlier.
        case seek(to: FrameTime)
        case refuseSeek
        /// The listener leaves or has to; no further effect follows.
        case closeStream
        case controls(Controls)

        // The rest of the session.

        case spots(SpotRule)
        /// Send ``Event/wake`` at this session time. Replaces the previous request; `nil` cancels
        /// it.
        case wake(at: FrameTime?)
        case log(TruexLog)
    }

    /// Whether the listener may seek.
    package enum Controls: String, Hashable, Sendable {
        case locked
        case free
    }

    /// What to do with pushed spots (rule X1).
    package enum SpotRule: String, Hashable, Sendable {
        /// Start none, and queue new ones.
        case keep
        /// Play the queued spots.
        case release
        /// Drop the queued spots and report them as aborted.
        case drop
    }
}

/// Identifies a renderer of a stream; its events carry it.
package struct TruexToken: RawRepresentable, Hashable, Sendable, Codable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package init(_ number: UInt64) {
        self.init(rawValue: number)
    }
}
