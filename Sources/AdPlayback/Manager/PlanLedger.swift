import MediaTime

/// What the sink renders, and what it was offered in its place and may still refuse.
///
/// A sink refuses a plan that comes too late for its first frame: it has rendered on under the plan
/// before. So there is one that it is known to render, ``base``, and at most one ``draft``. Nobody
/// else keeps what was planned before.
package struct PlanLedger<Plan: Hashable & Sendable>: Hashable, Sendable {
    /// What the sink renders, or renders again if it refuses the draft.
    package private(set) var base: Plan

    /// What was published and not taken over yet, as far as that is known.
    package private(set) var draft: Draft?

    package struct Draft: Hashable, Sendable {
        package fileprivate(set) var plan: Plan
        /// The output frame from which on it differs from the base.
        package let start: FrameTime
    }

    package init(_ base: Plan) {
        self.base = base
    }

    /// The plan that is heard unless the sink refuses it.
    package var plan: Plan { draft?.plan ?? base }

    /// Offers `plan`, which was made from ``base`` and differs from it from output frame `start` on.
    package mutating func offer(_ plan: Plan, from start: FrameTime) {
        draft = Draft(plan: plan, start: start)
    }

    /// The sink renders the draft.
    package mutating func adopt() {
        base = plan
        draft = nil
    }

    /// Everything before output frame `frame` was heard: of a draft nothing is heard before the sink
    /// has taken it over.
    package mutating func hear(upTo frame: FrameTime) {
        if let draft, draft.start < frame { adopt() }
    }

    /// The sink goes on with the base.
    package mutating func refuse() {
        draft = nil
    }

    /// Changes what is planned, whether the sink refuses the draft or not.
    package mutating func change(_ body: (inout Plan) -> Void) {
        body(&base)
        if draft != nil { body(&draft!.plan) }
    }
}
