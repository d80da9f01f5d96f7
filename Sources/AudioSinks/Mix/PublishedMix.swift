import AudioMixing
import MediaTime
import PCMAudio
import Synchronization

/// The plan that a session publishes and one sink renders.
///
/// The sink's thread reads a plan without counting references: it says in a
/// hazard pointer which plan it uses, and looks again whether that is still the
/// one it found. The session frees what is neither the newest nor in use.
package final class PublishedMix: @unchecked Sendable {
    // @unchecked Sendable: the hazard pointers keep the plans that other threads point to, and
    // `retired` belongs to the session loop.
    typealias Plan = UnsafeMutablePointer<PublishedPlan>

    private let newest: Atomic<Plan>
    /// The plan that the sink renders; written by the sink's thread only.
    private let used: Atomic<Plan?>
    /// A plan that the sink looks at; written by the sink's thread only.
    private let looked = Atomic<Plan?>(nil)
    /// The sequence number of the last plan that the sink took or refused.
    private let settled = Atomic<Int>(0)
    /// Plans that were superseded and not freed yet.
    private var retired: [Plan] = []

    private let grantedThrough = Atomic<Int64>(0)
    private let lastFrame = Atomic<Int64>(Int64.max)
    private let mark = Atomic<Int64>(Int64.max)

    /// Where what is heard is handed on; `nil` if nobody wants it.
    let heardAudio: HeardAudio?

    /// Rung at whatever a sink in virtual time may wait for; one sink waits here.
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
    /// Returns the plan's number, by which the sink's reports name it. Call on the session loop
    /// only; never waits for the sink.
    @discardableResult
    package func publish(_ plan: MixPlan, keeping stores: [SampleStore]) -> Int {
        let previous = newest.load(ordering: .relaxed)
        // What the sink has not looked at yet is a part of this change.
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

    /// The number of the plan that was published last. Call on the session loop only.
    package var newestNumber: Int { newest.load(ordering: .relaxed).pointee.sequence }

    /// Frees the plans that nobody can read any more, and lets go of their stores.
    ///
    /// ``publish(_:keeping:)`` does so as well. Call on the session loop only.
    package func reclaim() { reclaim {} }

    /// The same, with a step of another thread's between the two loads, for tests.
    func reclaim(whileLooking step: () -> Void) {
        // In this order: a plan that is taken into use between the two loads was looked at before
        // the first. The other way round it would show up in neither.
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

    /// The output frame before which a sink in virtual time may render. Moves forward only.
    package var grantedEnd: FrameTime {
        get { FrameTime(grantedThrough.load(ordering: .sequentiallyConsistent)) }
        set {
            grantedThrough.store(newValue.frames, ordering: .sequentiallyConsistent)
            changed.ring()
        }
    }

    /// The output frame before which sound ends; no sink renders any further.
    package var outputEnd: FrameTime {
        get { FrameTime(lastFrame.load(ordering: .sequentiallyConsistent)) }
        set {
            lastFrame.store(newValue.frames, ordering: .sequentiallyConsistent)
            changed.ring()
        }
    }

    /// The next frame whose being heard is worth a report at once.
    package var nextMark: FrameTime {
        get { FrameTime(mark.load(ordering: .acquiring)) }
        set { mark.store(newValue.frames, ordering: .releasing) }
    }
}

// MARK: - The sink's thread

extension PublishedMix {
    /// The plan that the sink's thread may read: the one it adopted last.
    var adopted: Plan {
        // Never nil: a sink only ever moves on from one plan to another.
        used.load(ordering: .relaxed)!
    }

    /// Whether `plan`, which is looked at, was neither taken nor refused.
    func isUnsettled(_ plan: Plan) -> Bool {
        plan.pointee.sequence != settled.load(ordering: .relaxed)
    }

    /// The newest plan, which stays readable until ``lookAway()`` or until it is adopted.
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

    /// Takes the plan that is looked at into use, and lets go of the one before.
    func adopt(_ plan: Plan) {
        used.store(plan, ordering: .sequentiallyConsistent)
        settle(plan)
    }

    /// Remembers that the plan that is looked at was dealt with.
    func settle(_ plan: Plan) {
        settled.store(plan.pointee.sequence, ordering: .sequentiallyConsistent)
        lookAway()
    }
}
