import AudioMixing
import MediaTime
import PCMAudio
import Platform
import Synchronization

/// The thread of a sink without a device: renders block by block at the pace of a clock.
final class RenderLoop: @unchecked Sendable {
    // @unchecked Sendable: `renderer`, `thread` are set by `start` before the thread begins; the
    // output belongs to the thread.
    private let name: String
    private let clock: OutputClock
    private let output: any BlockOutput
    /// How many frames are rendered ahead of the heard position in real time.
    private let lead: Int
    private var renderer: SinkRenderer?
    private var thread: SinkThread?

    private let isSwitchRequested = Atomic<Bool>(false)
    private let isFinishing = Atomic<Bool>(false)
    /// When an output with a clock of its own is no longer waited for, in nanoseconds of
    /// ``MonotonicTime``. Set before ``isFinishing``.
    private let finishDeadline = Atomic<Int64>(Int64.max)
    private let wait = SampleWait()
    private let failure = Mutex<SinkFailure?>(nil)

    /// How many frames ahead a thread in virtual time waits for, once it has to wait for samples.
    private static let batchLength = 40_960

    /// `name` is the thread's name.
    init(
        named name: String, clock: OutputClock, output: any BlockOutput,
        lead: Int = SimulatedDeviceClock.lead
    ) {
        self.name = name
        self.lead = lead
        self.clock = clock
        self.output = output
    }

    var heardFrame: FrameTime { renderer?.heard ?? .zero }
    var renderedFrame: FrameTime { renderer?.rendered ?? .zero }

    func start(rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void) {
        let renderer = SinkRenderer(mix: mix, report: report)
        self.renderer = renderer
        do throws(ThreadFailure) {
            thread = try SinkThread(named: name) { self.run(renderer) }
        } catch {
            report(.failed(reason: error.description))
        }
    }

    func requestSwitch() {
        isSwitchRequested.store(true, ordering: .sequentiallyConsistent)
        wake()
    }

    /// Wakes the thread to check for changes.
    func wake() {
        renderer?.mix.changed.ring()
        wait.interrupt()
    }

    func finish(within limit: Duration) throws(SinkFailure) {
        let deadline = MonotonicTime.now.advanced(by: limit.inSeconds)
        finishDeadline.store(deadline.nanoseconds, ordering: .sequentiallyConsistent)
        isFinishing.store(true, ordering: .sequentiallyConsistent)
        wake()
        // The thread notices its deadline a moment later.
        if let thread, !thread.join(within: limit + .milliseconds(200)) {
            throw SinkFailure("the output did not finish within \(limit)")
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}

// MARK: - On the thread

extension RenderLoop {
    private func run(_ renderer: SinkRenderer) {
        let block = RenderBlock(frameCapacity: 8192)
        do throws(SinkFailure) {
            switch clock {
            case .virtual: try renderAsGranted(renderer, block)
            case .real(let speed):
                try renderInTime(renderer, block, pace: SimulatedDeviceClock(speed: speed))
            }
            try output.close()
        } catch {
            failure.withLock { $0 = error }
            renderer.report(.failed(reason: error.description))
        }
    }

    private func renderAsGranted(
        _ renderer: SinkRenderer, _ block: RenderBlock
    ) throws(SinkFailure) {
        // Time passes only as the session allows, so that it needs no margin.
        var margin: SwitchMargin?
        while !isFinishing.load(ordering: .sequentiallyConsistent) {
            settlePlans(renderer, margin: &margin)
            var end = limit(renderer)
            let mark = renderer.mix.nextMark
            if mark > renderer.rendered { end = min(end, mark) }
            if renderer.rendered >= end {
                renderer.noteHeard(renderer.rendered, reportingEvery: 1)
                waitForGrant(renderer)
                continue
            }
            let later = min(end, renderer.rendered + renderer.blockLength(upTo: Self.batchLength))
            end = min(later, renderer.rendered + block.frameCapacity)
            let hasSamples = renderer.waitForSamples(before: end, thenUntil: later, in: wait) {
                self.isInterrupted(renderer)
            }
            guard hasSamples else { continue }
            if let stop = renderer.firstExhaustion(before: end) {
                end = stop
                if stop == renderer.rendered { renderer.stopExhausted(at: stop) }
            }
            guard end > renderer.rendered else { continue }
            try output.write(block.render(end - renderer.rendered, with: renderer).span)
            renderer.noteHeard(renderer.rendered, reportingEvery: .max)
        }
        renderer.noteHeard(renderer.rendered, reportingEvery: 1)
    }

    /// The frame up to which the sink may render now.
    private func limit(_ renderer: SinkRenderer) -> FrameTime {
        min(renderer.mix.grantedEnd, renderer.limit, renderer.exhausted ?? .distantFuture)
    }

    private func waitForGrant(_ renderer: SinkRenderer) {
        renderer.mix.changed.wait {
            self.isInterrupted(renderer) || self.limit(renderer) > renderer.rendered
        }
    }

    /// Whether the thread has something to do other than rendering.
    private func isInterrupted(_ renderer: SinkRenderer) -> Bool {
        isFinishing.load(ordering: .sequentiallyConsistent)
            || isSwitchRequested.load(ordering: .sequentiallyConsistent)
            || renderer.canSettlePlan
    }

    private func renderInTime(
        _ renderer: SinkRenderer, _ block: RenderBlock, pace: SimulatedDeviceClock
    ) throws(SinkFailure) {
        var pace = pace
        var margin: SwitchMargin? = SwitchMargin()
        var rest = UnplayedRest()
        while true {
            let isLast = isFinishing.load(ordering: .sequentiallyConsistent)
            let isComplete = isLast || renderer.rendered >= renderer.mix.outputEnd
            let heard = heardFrame(of: renderer, isComplete: isComplete, &pace, &rest)
            let isOver = heard >= renderer.rendered || isPastDeadline
            if isLast && isOver {
                renderer.noteHeard(heard, reportingEvery: 1)
                return
            }
            if !isLast {
                // Render first: something must be queued while the sink waits for a new plan.
                if renderer.rendered == .zero { try renderAhead(of: heard, renderer, block) }
                // Refuse a late plan before any frame of it counts as heard.
                settlePlans(renderer, margin: &margin)
                if let barrier = renderer.renderBarrier,
                    barrier - heard < SimulatedDeviceClock.blockLength
                {
                    renderer.dropBarrier()
                }
                try renderAhead(of: heard, renderer, block)
            }
            renderer.noteHeard(heard, reportingEvery: SimulatedDeviceClock.reportInterval)
            pace.sleepUntilNextTick()
        }
    }

    /// The first frame that is not heard yet: by the output's own clock, if it has one.
    private func heardFrame(
        of renderer: SinkRenderer, isComplete: Bool, _ pace: inout SimulatedDeviceClock,
        _ rest: inout UnplayedRest
    ) -> FrameTime {
        guard let count = output.unheardFrameCount else {
            return pace.heard(before: renderer.rendered)
        }
        let unheard = rest.unheard(count, isComplete: isComplete, at: .now)
        let most = renderer.rendered - .zero
        return max(renderer.heard, renderer.rendered - min(max(0, unheard), most))
    }

    private var isPastDeadline: Bool {
        let deadline = finishDeadline.load(ordering: .sequentiallyConsistent)
        return MonotonicTime.now.nanoseconds >= deadline
    }

    private func renderAhead(
        of heard: FrameTime, _ renderer: SinkRenderer, _ block: RenderBlock
    ) throws(SinkFailure) {
        let end = min(heard + lead, renderer.limit)
        while renderer.rendered < end {
            let count = min(end - renderer.rendered, SimulatedDeviceClock.blockLength)
            try output.write(block.render(count, with: renderer).span)
        }
    }

    /// Adopts a new plan or requests another one, and answers a request to switch.
    private func settlePlans(_ renderer: SinkRenderer, margin: inout SwitchMargin?) {
        // Load the request first: a plan published before it is handled before its answer.
        let isRequested = isSwitchRequested.load(ordering: .sequentiallyConsistent)
        switch renderer.adoptNewest(replacingFrom: renderer.rendered) {
        case .none: break
        case .adopted: margin?.notePlanInTime()
        case .refused:
            margin?.noteLatePlan()
            let frame = firstSwitchable(renderer, margin)
            renderer.setBarrier(at: frame, answering: .refused(frame))
        }
        guard isRequested, !renderer.awaitsAnotherPlan else { return }
        isSwitchRequested.store(false, ordering: .sequentiallyConsistent)
        let frame = firstSwitchable(renderer, margin)
        renderer.setBarrier(at: frame, answering: .switchable(frame))
    }

    /// Where the next plan may begin. What is rendered ahead gives the session the least margin.
    private func firstSwitchable(_ renderer: SinkRenderer, _ margin: SwitchMargin?) -> FrameTime {
        renderer.rendered + (margin?.extraFrameCount ?? 0)
    }
}

/// The destination of a ``RenderLoop``. Used on the loop's thread only.
package protocol BlockOutput: AnyObject {
    /// Writes interleaved samples. May block on a disk.
    func write(_ samples: Span<Float>) throws(SinkFailure)

    /// How many of the frames written are not heard yet; `nil` for an output without a clock of its
    /// own.
    var unheardFrameCount: Int? { get }

    /// Completes the output. Called once, unless writing failed.
    func close() throws(SinkFailure)
}

extension BlockOutput {
    package var unheardFrameCount: Int? { nil }
}

/// What advances output time in a sink without a device.
package enum OutputClock: Hashable, Sendable {
    /// The session's grants: time is frames rendered.
    case virtual

    /// `CLOCK_MONOTONIC`. `speed` is 1 for an exact device, and 1.0005 for one whose crystal is 500
    /// ppm fast.
    case real(speed: Double)
}

/// A sink without a device, driven by a ``RenderLoop``.
protocol LoopedSink: AudioSink {
    var loop: RenderLoop { get }
}

extension LoopedSink {
    package func start(
        rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void
    ) {
        loop.start(rendering: mix, report: report)
    }

    package func requestSwitch() { loop.requestSwitch() }
    package func mixChanged() { loop.wake() }
    package var heardFrame: FrameTime { loop.heardFrame }
    package var renderedFrame: FrameTime { loop.renderedFrame }
    package func finish(within limit: Duration) throws { try loop.finish(within: limit) }
}
