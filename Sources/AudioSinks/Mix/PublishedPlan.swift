import AudioMixing
import MediaTime
import PCMAudio

/// A plan in memory that a real-time thread can read, with the stores that it uses.
struct PublishedPlan: ~Copyable {
    /// The number of plans published before this one.
    let sequence: Int
    /// The first output frame at which this plan differs from the last one that the sink inspected.
    let changesFrom: FrameTime
    let clips: UnsafeMutableBufferPointer<Clip>
    let limited: UnsafeMutableBufferPointer<FrameRange>
    /// One for each clip; belongs to the sink's thread.
    let supplies: UnsafeMutableBufferPointer<ClipSupply>
    private let stores: [SampleStore]

    init(
        _ plan: MixPlan, keeping stores: [SampleStore], sequence: Int, changesFrom: FrameTime
    ) {
        self.sequence = sequence
        self.changesFrom = changesFrom
        self.stores = stores
        clips = .allocate(capacity: plan.clips.count)
        _ = clips.initialize(from: plan.clips)
        limited = .allocate(capacity: plan.limited.count)
        _ = limited.initialize(from: plan.limited)
        supplies = .allocate(capacity: plan.clips.count)
        supplies.initialize(repeating: ClipSupply())
    }

    func name(ofClip index: Int) -> PublishedClip {
        PublishedClip(plan: sequence, index: index)
    }

    deinit {
        clips.deallocate()
        limited.deallocate()
        supplies.deallocate()
    }
}

/// Identifies a clip of a published plan.
package struct PublishedClip: Hashable, Sendable {
    /// The number of its plan, as ``PublishedMix/publish(_:keeping:)`` returned it.
    package var plan: Int

    /// Its place among the clips of that plan.
    package var index: Int

    package init(plan: Int, index: Int) {
        self.plan = plan
        self.index = index
    }
}
