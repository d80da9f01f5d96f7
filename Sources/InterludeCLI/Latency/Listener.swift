import AudioSinks
import Dispatch
import MediaTime
import SinkMonitor
import Synchronization

/// Hears what a sink plays, and lets others wait for it.
final class Listener: Sendable {
    private struct Heard {
        var finder = RunFinder()
        var failure: SinkFailure?
        var fit = ClockFit()
        /// What is being kept for a picture; `nil` if nothing is.
        var kept: [Float]?
    }

    private let heard = Mutex(Heard())
    /// Rings for the one who waits, after each change.
    private let bell = DispatchSemaphore(value: 0)
    private let capture = MonitorCapture()
    private let interruption: Interruption

    /// Begins to listen to the sink of `stage`.
    init(on stage: LatencyStage, manner: MonitorManner, until interruption: Interruption) {
        self.interruption = interruption
        capture.start(of: stage.sinkName, at: stage.server, manner: manner) { [weak self] in
            self?.take($0)
        }
    }

    /// Ends listening. Blocks for a moment.
    func close() { capture.stop() }

    private func take(_ report: MonitorCapture.Report) {
        heard.withLock { heard in
            switch report {
            case .fragment(let fragment):
                heard.finder.take(fragment)
                heard.fit.take(origin: fragment.origin, at: fragment.arrival)
                heard.kept?.append(contentsOf: fragment.samples)
            case .failed(let reason): heard.failure = reason
            }
        }
        bell.signal()
    }

    /// The capture's next frame.
    var now: Int { heard.withLock { $0.finder.runs.last?.end ?? 0 } }

    var runs: [CodedRun] { heard.withLock { $0.finder.runs } }

    /// Waits until `answer` finds something in the runs that reach the capture's frame `start`.
    ///
    /// Throws if that does not come within `limit`, the capture fails, or somebody interrupts.
    @discardableResult
    func wait<Answer>(
        for what: String, from start: Int = 0, within limit: Duration = .seconds(10),
        _ answer: (ArraySlice<CodedRun>) -> Answer?
    ) throws(CommandError) -> Answer {
        let deadline = MonotonicTime.now.advanced(by: limit.inSeconds)
        while true {
            let (runs, failure) = heard.withLock { ($0.finder.runs, $0.failure) }
            // Runs are in order, and those asked for are the last ones.
            let first = runs.lastIndex { $0.end < start }.map { $0 + 1 } ?? 0
            if let found = answer(runs[first...]) { return found }
            if let failure { throw CommandError(.unavailable, failure.description) }
            if interruption.hasOccurred {
                throw CommandError(.unavailable, "interrupted before all was measured")
            }
            let rest = min(deadline.seconds(since: .now), 0.2)
            _ = bell.wait(timeout: .now() + max(0, rest))
            // What rang before is seen with the next look.
            while bell.wait(timeout: .now()) == .success {}
            guard deadline > .now else {
                throw CommandError(
                    .unavailable,
                    "\(what) was not heard at the monitor; measure a sink of 32-bit floats at "
                        + "full volume that nothing else plays to")
            }
        }
    }

    /// Listens for `time`, and returns where the capture stands then.
    @discardableResult
    func listen(for time: Duration) throws(CommandError) -> Int {
        let end = now + time.frameCount
        return try wait(for: "the monitor", from: end - 1, within: time + .seconds(5)) {
            guard let last = $0.last, last.end >= end else { return nil }
            return last.end
        }
    }

    /// By how many millionths the sink's clock is faster than this machine's; `nil` where too
    /// little was heard to tell.
    var drift: Double? { heard.withLock { $0.fit.perMillion } }

    /// Keeps the samples that `body` is about, which are returned interleaved.
    func keepingSamples(
        _ body: () throws(CommandError) -> Void
    ) throws(CommandError) -> [Float] {
        heard.withLock { $0.kept = [] }
        try body()
        return heard.withLock { heard in
            defer { heard.kept = nil }
            return heard.kept ?? []
        }
    }
}
