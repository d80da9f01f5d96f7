import AudioMixing
import MediaTime
import PCMAudio
import Synchronization

/// The plan that a session publishes and a sink renders.
package final class PublishedMix: Sendable {
    /// Where the plan stands that the sink may pick up, with the stores that it names.
    private let newest = Mutex<(plan: MixPlan, stores: [SampleStore])>((MixPlan(), []))
    private let grantedThrough = Atomic<Int64>(0)
    private let mark = Atomic<Int64>(Int64.max)

    package init() {}

    /// Publishes `plan`, and keeps `stores` alive while the plan is published or in use.
    ///
    /// Call on the session loop only; never waits for the sink.
    package func publish(_ plan: MixPlan, keeping stores: [SampleStore]) {
        newest.withLock { $0 = (plan, stores) }
    }

    /// The output frame before which a sink in virtual time may render. Moves forward only.
    package var grantedEnd: FrameTime {
        get { FrameTime(grantedThrough.load(ordering: .acquiring)) }
        set { grantedThrough.store(newValue.frames, ordering: .releasing) }
    }

    /// The next frame whose being heard is worth a report at once.
    package var nextMark: FrameTime {
        get { FrameTime(mark.load(ordering: .acquiring)) }
        set { mark.store(newValue.frames, ordering: .releasing) }
    }
}
