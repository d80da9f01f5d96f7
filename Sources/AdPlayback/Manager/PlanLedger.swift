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

    /// Everything before this output frame has been heard.
    package private(set) var heard = FrameTime.zero

    private var request = Request.none

    /// The question to the sink from which frame on sound can still be changed.
    private enum Request: Hashable {
        case none
        /// Something has changed; the sink has not been asked yet.
        case due
        case asked
    }

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

    /// Whether nothing has changed since the sink last named a frame.
    package var isSettled: Bool { request == .none }

    /// Something has changed that is to be heard: the sink has to be asked for a frame, unless its
    /// answer is awaited already.
    package mutating func wantSwitch() {
        if request == .none { request = .due }
    }

    /// Whether the sink has to be asked now; it counts as asked from then on.
    package mutating func takeRequest() -> Bool {
        guard request == .due else { return false }
        request = .asked
        return true
    }

    /// The sink has named a frame: it has dealt with every plan that was published before.
    package mutating func takeAnswer() {
        request = .none
        adopt()
    }

    /// Offers `plan`, which was made from ``base`` and differs from it from output frame `start` on.
    package mutating func offer(_ plan: Plan, from start: FrameTime) {
        draft = Draft(plan: plan, start: start)
    }

    /// The sink renders the draft.
    private mutating func adopt() {
        base = plan
        draft = nil
    }

    /// Everything before output frame `frame` was heard: of a draft nothing is heard before the sink
    /// has taken it over.
    ///
    /// Returns whether that is more than before.
    @discardableResult
    package mutating func hear(upTo frame: FrameTime) -> Bool {
        let isMore = frame > heard
        heard = max(heard, frame)
        if let draft, draft.start < heard { adopt() }
        return isMore
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
