import MediaTime
import PCMAudio
import Platform
import Synchronization

/// A sink that discards the audio of a session that nobody listens to.
///
/// It has no thread of its own: a ``SinkRound`` gives it a turn every ``period``. Frames whose audio
/// nothing receives are not rendered at all, only passed over.
package final class UnattendedSink: AudioSink {
    /// Frames from one turn to the next: 100 ms.
    static let period = FrameTime.rate / 10
    /// How far ahead of the heard position a change begins. The plan has at least a turn to arrive.
    static let notice = 3 * period
    /// The most frames that pass in a turn. If turns are later, output time stands still.
    static let mostPerTurn = 2 * period
    /// Frames between two reports of the heard position, unless a mark requires an earlier one.
    static let reportInterval = FrameTime.rate / 2

    private let round: SinkRound
    private let state = Guarded(State())
    private let isSwitchRequested = Atomic<Bool>(false)

    fileprivate struct State: ~Copyable {
        var renderer: SinkRenderer?
        /// When frame 0 would have been heard if no turn had ever been late; `nil` before the first.
        var start: MonotonicTime?
        /// Memory for heard audio; `nil` while nothing has received any.
        var block: RenderBlock?
        var isFinished = false
    }

    /// Takes its turns in `round`.
    package convenience init() { self.init(in: .shared) }

    init(in round: SinkRound) {
        self.round = round
    }

    package func start(
        rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void
    ) {
        prepare(rendering: mix, report: report)
        do throws(ThreadFailure) {
            try round.add(self)
        } catch {
            report(.failed(reason: error.description))
        }
    }

    /// What ``start(rendering:report:)`` does before the first turn.
    func prepare(
        rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void
    ) {
        state.withLock { $0.renderer = SinkRenderer(mix: mix, report: report) }
    }

    package func requestSwitch() {
        isSwitchRequested.store(true, ordering: .sequentiallyConsistent)
    }

    /// Does nothing: the next turn looks at the mix.
    package func mixChanged() {}

    package var heardFrame: FrameTime { renderer?.heard ?? .zero }
    package var renderedFrame: FrameTime { renderer?.rendered ?? .zero }

    private var renderer: SinkRenderer? { state.withLock { $0.renderer } }

    /// Ends the turns. There is nothing to play out.
    package func finish(within limit: Duration) { state.withLock { $0.isFinished = true } }
}

// MARK: - In its turn

extension UnattendedSink {
    /// Passes over what is due at `now`, and reports what was heard. Returns `false` once it is
    /// finished. Call on the thread of the round only.
    func takeTurn(at now: MonotonicTime) -> Bool {
        state.withLock { state in
            guard !state.isFinished, let renderer = state.renderer else { return false }
            let due = state.dueFrame(at: now, after: renderer.rendered)
            settlePlans(renderer)
            if let barrier = renderer.renderBarrier, barrier <= due { renderer.dropBarrier() }
            state.advance(renderer, to: min(due, renderer.limit))
            renderer.noteHeard(renderer.rendered, reportingEvery: Self.reportInterval)
            return true
        }
    }

    /// Adopts a new plan or requests another one, and answers a request to switch.
    private func settlePlans(_ renderer: SinkRenderer) {
        // Load the request first: a plan published before it is handled before its answer.
        let isRequested = isSwitchRequested.load(ordering: .sequentiallyConsistent)
        let frame = renderer.rendered + Self.notice
        if renderer.adoptNewest(replacingFrom: renderer.rendered) == .refused {
            renderer.setBarrier(at: frame, answering: .refused(frame))
        }
        guard isRequested, !renderer.awaitsAnotherPlan else { return }
        isSwitchRequested.store(false, ordering: .sequentiallyConsistent)
        renderer.setBarrier(at: frame, answering: .switchable(frame))
    }
}

extension UnattendedSink.State {
    /// The frame before which everything is heard at `now`, of which `rendered` frames were before.
    fileprivate mutating func dueFrame(
        at now: MonotonicTime, after rendered: FrameTime
    ) -> FrameTime {
        let begin = start ?? now
        start = begin
        let microseconds = (now.nanoseconds - begin.nanoseconds) / 1000
        let frame = FrameTime(microseconds * Int64(FrameTime.rate) / 1_000_000)
        let latest = rendered + UnattendedSink.mostPerTurn
        guard frame > latest else { return max(frame, rendered) }
        start = now.advanced(by: -latest.seconds)
        return latest
    }

    fileprivate mutating func advance(_ renderer: SinkRenderer, to end: FrameTime) {
        while renderer.rendered < end {
            let count = min(end - renderer.rendered, UnattendedSink.period)
            guard renderer.isRenderingNeeded else {
                renderer.passOver(count)
                continue
            }
            let block = block ?? RenderBlock(frameCapacity: UnattendedSink.period)
            self.block = block
            _ = block.render(count, with: renderer)
            renderer.releaseRendered()
        }
    }
}
