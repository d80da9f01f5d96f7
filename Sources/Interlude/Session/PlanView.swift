import AdPlayback
import MediaTime
import Playout

/// A read-only view of a session's plan, and of how much of it was heard.
struct PlanView: Sendable {
    let configuration: SessionConfiguration

    /// The plan that the sink renders now, and continues to render if it refuses ``plan``.
    let base: SessionPlan

    /// The newest plan. The listener hears it unless the sink refuses it.
    let plan: SessionPlan

    /// Everything before this output frame was heard.
    let heard: FrameTime

    init(_ ledger: PlanLedger<SessionPlan>, _ configuration: SessionConfiguration) {
        self.configuration = configuration
        base = ledger.base
        plan = ledger.plan
        heard = ledger.heard
    }

    var timeline: OutputTimeline { plan.timeline }

    /// The voices of both plans, whether or not the sink refuses the newest.
    var voices: Set<Voice> { Set([base, plan].flatMap { $0.timeline.clips.map(\.voice) }) }
}
