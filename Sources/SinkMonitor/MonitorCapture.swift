import AudioSinks
import CPulse
import MediaTime
import Platform
import Synchronization

/// Captures what a sink plays, on a thread of its own, until it is stopped.
package final class MonitorCapture: Sendable {
    /// An event from the capture's thread.
    package enum Report: Sendable {
        case fragment(MonitorFragment)
        /// Nothing more follows.
        case failed(SinkFailure)
    }

    private let loop = PulseMainLoop()
    private let mustEnd = Atomic<Bool>(false)
    private let thread = Mutex<SinkThread?>(nil)

    /// Seconds between two timing requests.
    private static let questionInterval = 0.05

    /// Seconds without audio or a reply after which the server counts as lost.
    private static let timeout = 5.0

    package init() {}

    /// Starts capturing the sink named `sink` of the server at `server`.
    ///
    /// Returns at once; call once. `report` is called on the capture's thread and must not block.
    package func start(
        of sink: String, at server: String, manner: MonitorManner,
        report: @escaping @Sendable (Report) -> Void
    ) {
        do throws(ThreadFailure) {
            let started = try SinkThread(named: "monitor") { [self] in
                do throws(SinkFailure) {
                    try run(source: sink + ".monitor", at: server, manner, report)
                } catch {
                    report(.failed(error))
                }
            }
            thread.withLock { $0 = started }
        } catch {
            report(.failed(SinkFailure(error.description)))
        }
    }

    /// Stops capturing. Blocks until the thread has ended, which it does at once.
    package func stop() {
        mustEnd.store(true, ordering: .sequentiallyConsistent)
        loop.wake()
        let started = thread.withLock { $0.take() }
        _ = started?.join(within: .seconds(10))
    }

    private func run(
        source: String, at server: String, _ manner: MonitorManner,
        _ report: (Report) -> Void
    ) throws(SinkFailure) {
        let context = try PulseContext(on: loop, server: server)
        var lastSign = MonotonicTime.now
        try wait(since: lastSign) { () throws(SinkFailure) in
            switch context.state {
            case PA_CONTEXT_READY: return true
            case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
                throw SinkFailure(context.failureReason)
            default: return false
            }
        }
        var stream = try MonitorStream(in: context, source: source, manner: manner)
        var origin: MonotonicTime?
        while !mustEnd.load(ordering: .sequentiallyConsistent) {
            let arrival = MonotonicTime.now
            guard context.state == PA_CONTEXT_READY, stream.state != PA_STREAM_FAILED else {
                throw SinkFailure(context.failureReason)
            }
            if let (samples, first) = stream.read() {
                lastSign = arrival
                if let origin {
                    report(
                        .fragment(
                            MonitorFragment(
                                samples: samples, firstFrame: first, arrival: arrival,
                                origin: origin)))
                }
            }
            if let answer = stream.takeOrigin() { origin = answer }
            let isDue = stream.askedAt.advanced(by: Self.questionInterval) <= .now
            if stream.state == PA_STREAM_READY, isDue { stream.askForTiming() }
            guard lastSign.advanced(by: Self.timeout) > .now else {
                throw SinkFailure("the monitor \(source) gives nothing; is the sink suspended?")
            }
            loop.run(until: MonotonicTime.now.advanced(by: Self.questionInterval))
        }
    }

    private func wait(
        since start: MonotonicTime, until isDone: () throws(SinkFailure) -> Bool
    ) throws(SinkFailure) {
        while try !isDone(), !mustEnd.load(ordering: .sequentiallyConsistent) {
            guard start.advanced(by: Self.timeout) > .now else {
                throw SinkFailure("the sound server does not answer")
            }
            loop.run(until: MonotonicTime.now.advanced(by: 0.1))
        }
    }
}

/// How a monitor is captured, which affects the measurement.
package enum MonitorManner: String, Hashable, Sendable, Codable, CaseIterable {
    /// The capture requests a latency: the sink then works in blocks of 5 ms, the best case.
    case pinned

    /// The capture leaves the sink unchanged, as for a listener.
    case plain
}

/// A piece of a sink's output, as read from its monitor.
package struct MonitorFragment: Hashable, Sendable {
    /// Interleaved stereo.
    package var samples: [Float]

    /// How many frames the capture had read before.
    package var firstFrame: Int

    /// When it was read from the monitor.
    package var arrival: MonotonicTime

    /// When frame 0 of the capture was heard by the sink's own clock, extrapolated.
    package var origin: MonotonicTime

    package init(
        samples: [Float], firstFrame: Int, arrival: MonotonicTime, origin: MonotonicTime
    ) {
        self.samples = samples
        self.firstFrame = firstFrame
        self.arrival = arrival
        self.origin = origin
    }

    package var frameCount: Int { samples.count / 2 }

    /// When the capture's frame `frame` is heard by the sink's own clock.
    package func heard(_ frame: Int) -> MonotonicTime {
        origin.advanced(by: Double(frame) / Double(FrameTime.rate))
    }
}
