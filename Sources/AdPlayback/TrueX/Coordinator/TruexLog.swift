import MediaTime

/// Where a stream goes on after a placeholder or a pod.
package struct TruexLanding: Hashable, Sendable, Codable {
    /// The first frame of the stream that is heard.
    package var target: FrameTime

    package var route: Route

    package init(target: FrameTime, route: Route) {
        self.target = target
        self.route = route
    }

    /// How it gets there.
    package enum Route: String, Hashable, Sendable, Codable, CaseIterable {
        /// By a move within what is there: exactly on the frame that was wanted.
        case direct
        /// What was wanted is gone already: to the oldest frame that there is.
        case oldest
        /// What was wanted had not come yet: filler was heard until it did.
        case filled
        /// It did not come in time: to the newest frame that there is.
        case newest
    }
}

/// One line of the event log that is about true[X].
package enum TruexLog: Hashable, Sendable {
    case breakStarted(TruexPod.ID)
    /// All of it was heard or left out; once for every one that started.
    case breakEnded(TruexPod.ID, BreakTally)
    /// What a renderer said, of those that still count.
    case renderer(TruexStop.ID, TruexToken, TruexEvent)
    /// An ad that a credit paid for, counted from 0 among the ads of the pod.
    case slotCredited(TruexPod.ID, ad: Int)
    /// Frames of the stream that were left out, and how.
    case skipped(Part, of: TruexPod.ID, from: FrameTime, to: FrameTime, TruexLanding.Route)
    /// Filler is heard until this frame of the stream has come.
    case fillerStarted(TruexPod.ID, until: FrameTime)
    /// A renderer was given up by its host.
    case timedOut(TruexStop.ID, TruexToken, Deadline)
    /// A seek led to a break first; the listener gets to `target` after it.
    case snappedBack(TruexPod.ID, target: FrameTime)

    /// What of a pod is left out.
    package enum Part: String, Hashable, Sendable {
        /// With a credit, the rest of the pod; or all of one that was played before.
        case pod
        /// The placeholder or the card only: the pod's ads are heard.
        case placeholder
    }

    /// What a host waits for.
    package enum Deadline: String, Hashable, Sendable {
        case fetch
        case start
        case audience
    }
}

extension TruexLog {
    /// The line's name in the event log.
    package var name: String {
        switch self {
        case .breakStarted: "break.started"
        case .breakEnded: "break.ended"
        case .renderer(_, _, let event): event.logName
        case .slotCredited: "slot.credited"
        case .skipped(let part, _, _, _, _): "\(part.rawValue).skipped"
        case .fillerStarted: "truex.fillerStarted"
        case .timedOut: "truex.timedOut"
        case .snappedBack: "truex.snappedBack"
        }
    }
}
