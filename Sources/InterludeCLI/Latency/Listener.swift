import AudioSinks
import Foundation
import MediaTime
import SinkMonitor

/// Hears what a sink plays, and lets others wait for it.
final class Listener: @unchecked Sendable {
    // @unchecked Sendable: the condition guards all that changes.
    private let condition = NSCondition()
    private var finder = RunFinder()
    private var failure: SinkFailure?
    private var fit = ClockFit()
    /// What is being kept for a picture; `nil` if nothing is.
    private var kept: [Float]?
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
        condition.lock()
        defer { condition.unlock() }
        switch report {
        case .fragment(let fragment):
            finder.take(fragment)
            fit.take(origin: fragment.origin, at: fragment.arrival)
            kept?.append(contentsOf: fragment.samples)
        case .failed(let reason): failure = reason
        }
        condition.broadcast()
    }

    /// The capture's next frame.
    var now: Int { condition.withLock { finder.runs.last?.end ?? 0 } }

    var runs: [CodedRun] { condition.withLock { finder.runs } }

    /// Waits until `answer` finds something in the runs that reach the capture's frame `start`.
    ///
    /// Throws if that does not come within `limit`, the capture fails, or somebody interrupts.
    @discardableResult
    func wait<Answer>(
        for what: String, from start: Int = 0, within limit: Duration = .seconds(10),
        _ answer: (ArraySlice<CodedRun>) -> Answer?
    ) throws(CommandError) -> Answer {
        let deadline = Date(timeIntervalSinceNow: limit.inSeconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            // Runs are in order, and those asked for are the last ones.
            let first = finder.runs.lastIndex { $0.end < start }.map { $0 + 1 } ?? 0
            if let found = answer(finder.runs[first...]) { return found }
            if let failure { throw CommandError(.unavailable, failure.description) }
            if interruption.hasOccurred {
                throw CommandError(.unavailable, "interrupted before the end")
            }
            _ = condition.wait(until: min(deadline, Date(timeIntervalSinceNow: 0.2)))
            guard deadline > Date() else {
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
    var drift: Double? { condition.withLock { fit.perMillion } }

    /// Keeps the samples that `body` is about, which are returned interleaved.
    func keepingSamples(
        _ body: () throws(CommandError) -> Void
    ) throws(CommandError) -> [Float] {
        condition.withLock { kept = [] }
        try body()
        return condition.withLock {
            defer { kept = nil }
            return kept ?? []
        }
    }
}
