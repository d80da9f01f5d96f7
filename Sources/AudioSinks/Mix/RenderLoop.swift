import AudioMixing
import MediaTime
import PCMAudio
import Synchronization

/// The thread of a sink that has no device: renders block by block at the pace of a clock.
final class RenderLoop: @unchecked Sendable {
    // @unchecked Sendable: `reader`, `thread` are set by `start` before the thread begins; the
    // output belongs to the thread.
    private let name: String
    private let clock: OutputClock
    private let output: any BlockOutput
    private var reader: SinkRenderer?
    private var thread: SinkThread?

    private let isSwitchRequested = Atomic<Bool>(false)
    private let isFinishing = Atomic<Bool>(false)
    private let wait = SampleWait()
    private let failure = Mutex<SinkFailure?>(nil)

    /// How many frames a thread that had to wait for samples wants to find, in virtual time.
    private static let batchLength = 40_960

    /// `name` is what the system calls the thread.
    init(named name: String, clock: OutputClock, output: any BlockOutput) {
        self.name = name
        self.clock = clock
        self.output = output
    }

    var heardFrame: FrameTime { reader?.heard ?? .zero }
    var renderedFrame: FrameTime { reader?.rendered ?? .zero }

    func start(rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void) {
        let reader = SinkRenderer(mix: mix, report: report)
        self.reader = reader
        thread = SinkThread(named: name) { self.run(reader) }
    }

    func requestSwitch() {
        isSwitchRequested.store(true, ordering: .sequentiallyConsistent)
        wake()
    }

    /// Makes the thread look at what has changed.
    func wake() {
        reader?.mix.changed.ring()
        wait.interrupt()
    }

    func finish(within limit: Duration) throws(SinkFailure) {
        isFinishing.store(true, ordering: .sequentiallyConsistent)
        wake()
        if let thread, !thread.join(within: limit) {
            throw SinkFailure("the output did not finish within \(limit)")
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}

// MARK: - On the thread

extension RenderLoop {
    private func run(_ reader: SinkRenderer) {
        let block = RenderBlock(frameCapacity: 8192)
        do throws(SinkFailure) {
            switch clock {
            case .virtual: try renderAsGranted(reader, block)
            case .real(let speed):
                try renderInTime(reader, block, pace: SimulatedDeviceClock(speed: speed))
            }
            try output.close()
        } catch {
            failure.withLock { $0 = error }
            reader.report(.failed(reason: error.description))
        }
    }

    private func renderAsGranted(
        _ reader: SinkRenderer, _ block: RenderBlock
    ) throws(SinkFailure) {
        while !isFinishing.load(ordering: .sequentiallyConsistent) {
            settlePlans(reader, switchableFrom: reader.rendered)
            var end = limit(reader)
            let mark = reader.mix.nextMark
            if mark > reader.rendered { end = min(end, mark) }
            if reader.rendered >= end {
                reader.noteHeard(reader.rendered, reportingEvery: 1)
                waitForGrant(reader)
                continue
            }
            let later = min(end, reader.rendered + reader.blockLength(upTo: Self.batchLength))
            end = min(later, reader.rendered + block.frameCapacity)
            let hasSamples = reader.waitForSamples(before: end, thenUntil: later, in: wait) {
                self.isInterrupted(reader)
            }
            guard hasSamples else { continue }
            if let stop = reader.firstExhaustion(before: end) {
                end = stop
                if stop == reader.rendered { reader.stopExhausted(at: stop) }
            }
            guard end > reader.rendered else { continue }
            try output.write(block.render(end - reader.rendered, with: reader).span)
            reader.noteHeard(reader.rendered, reportingEvery: .max)
        }
        reader.noteHeard(reader.rendered, reportingEvery: 1)
    }

    /// The frame before which may be rendered as things are.
    private func limit(_ reader: SinkRenderer) -> FrameTime {
        min(reader.mix.grantedEnd, reader.limit, reader.exhausted ?? .distantFuture)
    }

    private func waitForGrant(_ reader: SinkRenderer) {
        reader.mix.changed.wait {
            self.isInterrupted(reader) || self.limit(reader) > reader.rendered
        }
    }

    /// Whether something asks for the thread's attention.
    private func isInterrupted(_ reader: SinkRenderer) -> Bool {
        isFinishing.load(ordering: .sequentiallyConsistent)
            || isSwitchRequested.load(ordering: .sequentiallyConsistent)
            || reader.canSettlePlan
    }

    private func renderInTime(
        _ reader: SinkRenderer, _ block: RenderBlock, pace: SimulatedDeviceClock
    ) throws(SinkFailure) {
        var pace = pace
        while true {
            let isLast = isFinishing.load(ordering: .sequentiallyConsistent)
            let heard = pace.heard(before: reader.rendered)
            if isLast && heard >= reader.rendered {
                reader.noteHeard(heard, reportingEvery: 1)
                return
            }
            if !isLast {
                // There is always something to be heard while a new plan is waited for.
                if reader.rendered == .zero { try renderAhead(of: heard, reader, block) }
                // A plan that came too late is refused before anything of it counts as heard.
                settlePlans(reader, switchableFrom: reader.rendered)
                if let hold = reader.hold, hold - heard < SimulatedDeviceClock.blockLength {
                    reader.giveUpHold()
                }
                try renderAhead(of: heard, reader, block)
            }
            reader.noteHeard(heard, reportingEvery: SimulatedDeviceClock.reportInterval)
            pace.sleepUntilNextTick()
        }
    }

    private func renderAhead(
        of heard: FrameTime, _ reader: SinkRenderer, _ block: RenderBlock
    ) throws(SinkFailure) {
        let end = min(heard + SimulatedDeviceClock.lead, reader.limit)
        while reader.rendered < end {
            let count = min(end - reader.rendered, SimulatedDeviceClock.blockLength)
            try output.write(block.render(count, with: reader).span)
        }
    }

    /// Takes a new plan over, or asks for another one, and answers a request to switch.
    private func settlePlans(_ reader: SinkRenderer, switchableFrom frame: FrameTime) {
        // In this order: what was published before the request is dealt with before its answer.
        let isRequested = isSwitchRequested.load(ordering: .sequentiallyConsistent)
        if reader.adoptNewest(replacingFrom: frame) == .refused {
            reader.hold(at: frame, .refused(frame))
        }
        guard isRequested, !reader.awaitsAnotherPlan else { return }
        isSwitchRequested.store(false, ordering: .sequentiallyConsistent)
        reader.hold(at: frame, .switchable(frame))
    }
}

/// Where a ``RenderLoop`` puts what it rendered. Used on the loop's thread only.
protocol BlockOutput: AnyObject {
    /// Takes interleaved samples. May wait for a disk.
    func write(_ samples: Span<Float>) throws(SinkFailure)

    /// Completes what was written. Called once, unless writing failed.
    func close() throws(SinkFailure)
}

/// What makes output time go on in a sink that has no device.
package enum OutputClock: Hashable, Sendable {
    /// As fast as the session grants it: time is frames rendered.
    case virtual

    /// With `CLOCK_MONOTONIC`; `speed` is 1 for a device that keeps time, 1.0005 for one whose
    /// crystal is 500 ppm fast.
    case real(speed: Double)
}

/// A sink that has no device, only a ``RenderLoop``.
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
