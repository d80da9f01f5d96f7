import AudioSinks
import CPulse
import MediaTime
import Synchronization

/// Listens to what a sink plays, on a thread of its own, until it is stopped.
package final class MonitorCapture: Sendable {
    /// What the thread tells.
    package enum Report: Sendable {
        case fragment(MonitorFragment)
        /// Nothing more will come.
        case failed(SinkFailure)
    }

    private let loop = PulseMainLoop()
    private let mustEnd = Atomic<Bool>(false)
    private let thread = Mutex<SinkThread?>(nil)

    /// Seconds between two questions about timing.
    private static let questionInterval = 0.05

    /// Seconds that the server may be silent.
    private static let timeout = 5.0

    package init() {}

    /// Begins to listen to the sink named `sink` of the server at `server`.
    ///
    /// Returns at once; called once. `report` is called on the capture's thread and must not wait.
    package func start(
        of sink: String, at server: String, manner: MonitorManner,
        report: @escaping @Sendable (Report) -> Void
    ) {
        let started = SinkThread(named: "monitor") { [self] in
            do throws(SinkFailure) {
                try run(source: sink + ".monitor", at: server, manner, report)
            } catch {
                report(.failed(error))
            }
        }
        thread.withLock { $0 = started }
    }

    /// Ends listening. Waits until the thread has ended, which it does at once.
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

/// How a monitor is listened to, which is heard in what is measured.
package enum MonitorManner: String, Hashable, Sendable, Codable, CaseIterable {
    /// The capture asks for latency: the sink then works in blocks of 5 ms, the best case.
    case pinned

    /// The capture leaves the sink as it is: what listeners get.
    case plain
}

/// A piece of what a sink plays, as its monitor gave it.
package struct MonitorFragment: Hashable, Sendable {
    /// Interleaved, left and right.
    package var samples: [Float]

    /// How many frames the capture had taken before.
    package var firstFrame: Int

    /// When it came out of the monitor.
    package var arrival: MonotonicTime

    /// When frame 0 of the capture was heard by the sink's own clock, had it been there.
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
