import MediaTime

/// Where and how a stream resumes after a placeholder or a pod.
package struct TruexLanding: Hashable, Sendable, Codable {
    /// The first stream frame to be heard.
    package var target: FrameTime

    package var route: Route

    package init(target: FrameTime, route: Route) {
        self.target = target
        self.route = route
    }

    /// How the target is reached.
    package enum Route: String, Hashable, Sendable, Codable, CaseIterable {
        /// Exactly at the requested frame, which is available.
        case direct
        /// At the oldest available frame; the requested frame is gone.
        case oldest
        /// At the requested frame, after filler until it arrived.
        case filled
        /// At the newest available frame; the requested frame did not arrive in time.
        case newest
    }
}

/// An entry of the event log about true[X].
package enum TruexLog: Hashable, Sendable {
    case breakStarted(TruexPod.ID)
    /// All of the pod was heard or skipped; exactly once per started pod.
    case breakEnded(TruexPod.ID, BreakTally)
    /// An event of a current renderer.
    case renderer(TruexStop.ID, TruexToken, TruexEvent)
    /// An ad paid for by a credit, counted from 0 within the pod.
    case slotCredited(TruexPod.ID, ad: Int)
    /// Skipped stream frames, and how.
    case skipped(Part, of: TruexPod.ID, from: FrameTime, to: FrameTime, TruexLanding.Route)
    /// Filler plays until this stream frame has arrived.
    case fillerStarted(TruexPod.ID, until: FrameTime)
    /// The host gave up a renderer.
    case timedOut(TruexStop.ID, TruexToken, Deadline)
    /// A seek led to a break first; the listener continues at `target` after it.
    case snappedBack(TruexPod.ID, target: FrameTime)

    /// The skipped part of a pod.
    package enum Part: String, Hashable, Sendable {
        /// The rest of a pod with a credit, or all of a pod that was already played.
        case pod
        /// Only the placeholder or the card; the pod's ads play.
        case placeholder
    }

    /// A timeout of the host.
    package enum Deadline: String, Hashable, Sendable {
        case fetch
        case start
        case audience
    }
}

extension TruexLog {
    /// The name in the event log.
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
