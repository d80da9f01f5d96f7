import MediaTime

/// The plan that the sink renders, and a newer one that it may still refuse.
///
/// A sink refuses a plan that arrives too late for its first frame, and continues with the plan
/// before. The ledger therefore keeps ``base``, which the sink is known to render, and at most one
/// ``draft``. No other value keeps an earlier plan.
package struct PlanLedger<Plan: Hashable & Sendable>: Hashable, Sendable {
    /// The plan that the sink renders, also after it refused the draft.
    package private(set) var base: Plan

    /// The published plan that the sink is not known to have adopted.
    package private(set) var draft: Draft?

    /// All output before this frame was heard.
    package private(set) var heard = FrameTime.zero

    private var request = Request.none

    /// The request to the sink for the first frame that can still change.
    private enum Request: Hashable {
        case none
        /// Something has changed; the sink was not asked yet.
        case due
        case asked
    }

    package struct Draft: Hashable, Sendable {
        package fileprivate(set) var plan: Plan
        /// The first output frame that differs from the base.
        package let start: FrameTime
    }

    package init(_ base: Plan) {
        self.base = base
    }

    /// The plan that will be heard unless the sink refuses it.
    // Inlined: a call from another module looks up the type of the plan each time.
    @inlinable @inline(__always)
    package var plan: Plan { draft?.plan ?? base }

    /// Whether nothing has changed since the sink last named a frame.
    package var isSettled: Bool { request == .none }

    /// Notes an audible change. The sink is asked for a frame unless an answer is outstanding.
    package mutating func wantSwitch() {
        if request == .none { request = .due }
    }

    /// Whether the sink must be asked now. If so, the request counts as sent.
    package mutating func takeRequest() -> Bool {
        guard request == .due else { return false }
        request = .asked
        return true
    }

    /// The sink named a frame, so it has processed every plan published before.
    package mutating func takeAnswer() {
        request = .none
        adopt()
    }

    /// Publishes `plan`, which was made from ``base`` and differs from output frame `start` on.
    package mutating func offer(_ plan: Plan, from start: FrameTime) {
        draft = Draft(plan: plan, start: start)
    }

    private mutating func adopt() {
        base = plan
        draft = nil
    }

    /// All output before `frame` was heard. A draft is heard only after the sink adopted it.
    ///
    /// Returns whether that is more than before.
    @discardableResult
    package mutating func hear(upTo frame: FrameTime) -> Bool {
        let isMore = frame > heard
        heard = max(heard, frame)
        if let draft, draft.start < heard { adopt() }
        return isMore
    }

    /// The sink continues with the base.
    package mutating func refuse() {
        draft = nil
    }

    /// Changes both plans, so the change holds whether or not the sink refuses the draft.
    package mutating func change(_ body: (inout Plan) -> Void) {
        body(&base)
        if draft != nil { body(&draft!.plan) }
    }
}
