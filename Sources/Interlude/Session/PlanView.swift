import AdPlayback
import MediaTime
import Playout

/// The ledger of a session for those that only look: what is planned, and what of it was heard.
struct PlanView: Sendable {
    let configuration: SessionConfiguration

    /// What the sink renders, or renders again if it refuses ``plan``.
    let base: SessionPlan

    /// What is heard unless the sink refuses it.
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

    /// The voices in all that may be heard, whether the sink refuses the last plan or not.
    var voices: Set<Voice> { Set([base, plan].flatMap { $0.timeline.clips.map(\.voice) }) }
}
