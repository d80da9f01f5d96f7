import AudioMixing
import MediaTime
import PCMAudio
import Synchronization

/// Passes plans from a session to one sink.
///
/// The sink's thread reads a plan without reference counting: it stores the plan in a hazard
/// pointer, then checks that it is still the newest. The session frees plans that are neither the
/// newest nor in use.
package final class PublishedMix: @unchecked Sendable {
    // @unchecked Sendable: the hazard pointers keep plans alive for the other thread, and `retired`
    // belongs to the session loop.
    typealias Plan = UnsafeMutablePointer<PublishedPlan>

    private let newest: Atomic<Plan>
    /// The plan that the sink renders; written by the sink's thread only.
    private let used: Atomic<Plan?>
    /// The plan that the sink inspects; written by the sink's thread only.
    private let looked = Atomic<Plan?>(nil)
    /// The sequence number of the last plan that the sink adopted or refused.
    private let settled = Atomic<Int>(0)
    /// Superseded plans that are not freed yet.
    private var retired: [Plan] = []

    private let grantedThrough = Atomic<Int64>(0)
    private let lastFrame = Atomic<Int64>(Int64.max)
    private let mark = Atomic<Int64>(Int64.max)

    /// Receives what the listener hears; `nil` if nothing uses it.
    let heardAudio: HeardAudio?

    /// Rung at every change that a sink in virtual time may wait for; one sink waits here.
    let changed = Doorbell()

    package init(handingOnTo heardAudio: HeardAudio? = nil) {
        self.heardAudio = heardAudio
        let empty = Plan.allocate(capacity: 1)
        empty.initialize(
            to: PublishedPlan(MixPlan(), keeping: [], sequence: 0, changesFrom: .zero))
        newest = Atomic(empty)
        used = Atomic(empty)
    }

    deinit {
        let newest = newest.load(ordering: .relaxed)
        for plan in retired + [newest] { Self.free(plan) }
    }

    /// Publishes `plan`, and keeps `stores` alive while the plan is published or in use.
    ///
    /// Returns the plan's number, which the sink's reports refer to. Call on the session loop only;
    /// never waits for the sink.
    @discardableResult
    package func publish(_ plan: MixPlan, keeping stores: [SampleStore]) -> Int {
        let previous = newest.load(ordering: .relaxed)
        // A plan that the sink has not adopted or refused yet is part of this change.
        let isSettled =
            settled.load(ordering: .sequentiallyConsistent) >= previous.pointee.sequence
        let changesFrom =
            isSettled ? plan.validFrom : min(plan.validFrom, previous.pointee.changesFrom)
        let sequence = previous.pointee.sequence + 1
        let next = Plan.allocate(capacity: 1)
        next.initialize(
            to: PublishedPlan(
                plan, keeping: stores, sequence: sequence,
                changesFrom: changesFrom))
        newest.store(next, ordering: .sequentiallyConsistent)
        retired.append(previous)
        reclaim()
        changed.ring()
        return sequence
    }

    /// The number of the last published plan. Call on the session loop only.
    package var newestNumber: Int { newest.load(ordering: .relaxed).pointee.sequence }

    /// Frees the plans that the sink can no longer read, and releases their stores.
    ///
    /// ``publish(_:keeping:)`` does so too. Call on the session loop only.
    package func reclaim() { reclaim {} }

    /// The same, with a step of another thread between the two loads, for tests.
    func reclaim(whileLooking step: () -> Void) {
        // Load `looked` first: a plan that is adopted between the two loads was in it before. In
        // the other order both loads could miss it.
        let looked = looked.load(ordering: .sequentiallyConsistent)
        step()
        let used = used.load(ordering: .sequentiallyConsistent)
        retired.removeAll { plan in
            guard plan != used, plan != looked else { return false }
            Self.free(plan)
            return true
        }
    }

    private static func free(_ plan: Plan) {
        plan.deinitialize(count: 1)
        plan.deallocate()
    }

    /// The output frame up to which a sink in virtual time may render. Moves forward only.
    package var grantedEnd: FrameTime {
        get { FrameTime(grantedThrough.load(ordering: .sequentiallyConsistent)) }
        set {
            grantedThrough.store(newValue.frames, ordering: .sequentiallyConsistent)
            changed.ring()
        }
    }

    /// The output frame at which the output ends; no sink renders any further.
    package var outputEnd: FrameTime {
        get { FrameTime(lastFrame.load(ordering: .sequentiallyConsistent)) }
        set {
            lastFrame.store(newValue.frames, ordering: .sequentiallyConsistent)
            changed.ring()
        }
    }

    /// The next frame that the sink must report as heard immediately.
    package var nextMark: FrameTime {
        get { FrameTime(mark.load(ordering: .acquiring)) }
        set { mark.store(newValue.frames, ordering: .releasing) }
    }
}

// MARK: - The sink's thread

extension PublishedMix {
    /// The last adopted plan, which the sink's thread may read.
    var adopted: Plan {
        // Never nil: a sink only moves from one plan to another.
        used.load(ordering: .relaxed)!
    }

    /// Whether `plan`, which is being inspected, was neither adopted nor refused.
    func isUnsettled(_ plan: Plan) -> Bool {
        plan.pointee.sequence != settled.load(ordering: .relaxed)
    }

    /// The newest plan, which stays readable until ``lookAway()`` or its adoption.
    func look() -> Plan {
        var plan = newest.load(ordering: .sequentiallyConsistent)
        while true {
            looked.store(plan, ordering: .sequentiallyConsistent)
            let again = newest.load(ordering: .sequentiallyConsistent)
            if again == plan { return plan }
            plan = again
        }
    }

    func lookAway() {
        looked.store(nil, ordering: .sequentiallyConsistent)
    }

    /// Adopts the inspected plan, and releases the previous one.
    func adopt(_ plan: Plan) {
        used.store(plan, ordering: .sequentiallyConsistent)
        settle(plan)
    }

    /// Records that the inspected plan was adopted or refused.
    func settle(_ plan: Plan) {
        settled.store(plan.pointee.sequence, ordering: .sequentiallyConsistent)
        lookAway()
    }
}
