import AudioSinks
import Dispatch
import MediaTime
import SinkMonitor
import Synchronization

/// Captures what a sink plays, on a thread of its own, until it is stopped.
protocol SinkCapture: Sendable {
    /// Starts capturing the sink named `sink` of the server at `server`.
    ///
    /// Returns at once; call once. `report` is called on the capture's thread and must not block.
    func start(
        of sink: String, at server: String, manner: MonitorManner,
        report: @escaping @Sendable (MonitorCapture.Report) -> Void)

    /// Stops capturing. May block for a moment.
    func stop()
}

extension MonitorCapture: SinkCapture {}

/// Records what a sink plays, and waits for sounds in it.
final class Listener: Sendable {
    private struct Heard {
        var finder = RunFinder()
        var failure: SinkFailure?
        var fit = ClockFit()
        /// The samples being kept for a picture; `nil` if none are.
        var kept: [Float]?
    }

    private let heard = Mutex(Heard())
    /// Signalled after each change.
    private let bell = DispatchSemaphore(value: 0)
    private let capture: any SinkCapture
    private let interruption: Interruption

    /// Starts to record the sink of `stage` with `capture`.
    init(
        on stage: LatencyStage, manner: MonitorManner, until interruption: Interruption,
        with capture: any SinkCapture = MonitorCapture()
    ) {
        self.interruption = interruption
        self.capture = capture
        capture.start(of: stage.sinkName, at: stage.server, manner: manner) { [weak self] in
            self?.take($0)
        }
    }

    /// Stops recording. Blocks for a moment.
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

    /// The position of the next frame.
    var now: Int { heard.withLock { $0.finder.runs.last?.end ?? 0 } }

    var runs: [CodedRun] { heard.withLock { $0.finder.runs } }

    /// Waits until `answer` finds something in the runs from position `start` on.
    ///
    /// Throws after `limit`, if recording fails, or after an interruption.
    @discardableResult
    func wait<Answer>(
        for what: String, from start: Int = 0, within limit: Duration = .seconds(10),
        _ answer: (ArraySlice<CodedRun>) -> Answer?
    ) throws(MeasurementError) -> Answer {
        let deadline = MonotonicTime.now.advanced(by: limit.inSeconds)
        while true {
            let (runs, failure) = heard.withLock { ($0.finder.runs, $0.failure) }
            // The runs are in order, so the search starts at the end.
            let first = runs.lastIndex { $0.end < start }.map { $0 + 1 } ?? 0
            if let found = answer(runs[first...]) { return found }
            if let failure { throw MeasurementError(.unavailable, failure.description) }
            if interruption.hasOccurred {
                throw MeasurementError(.unavailable, "interrupted before the end")
            }
            let rest = min(deadline.seconds(since: .now), 0.2)
            _ = bell.wait(timeout: .now() + max(0, rest))
            // Earlier signals need no search of their own.
            while bell.wait(timeout: .now()) == .success {}
            guard deadline > .now else {
                throw MeasurementError(
                    .unavailable,
                    "\(what) was not heard at the monitor; measure a sink of 32-bit floats at "
                        + "full volume that nothing else plays to")
            }
        }
    }

    /// Records for `time`, and returns the position then.
    @discardableResult
    func listen(for time: Duration) throws(MeasurementError) -> Int {
        let end = now + time.frameCount
        return try wait(for: "the monitor", from: end - 1, within: time + .seconds(5)) {
            guard let last = $0.last, last.end >= end else { return nil }
            return last.end
        }
    }

    /// How much faster the sink clock is than the system clock, in ppm; `nil` without enough data.
    var drift: Double? { heard.withLock { $0.fit.perMillion } }

    /// Returns the interleaved samples recorded during `body`.
    func keepingSamples(
        _ body: () throws(MeasurementError) -> Void
    ) throws(MeasurementError) -> [Float] {
        heard.withLock { $0.kept = [] }
        try body()
        return heard.withLock { heard in
            defer { heard.kept = nil }
            return heard.kept ?? []
        }
    }
}

/// The drift of a sink clock against the system clock, as a linear regression.
struct ClockFit {
    private var firstTime: MonotonicTime?
    private var lastOrigin: MonotonicTime?
    private var firstOrigin = MonotonicTime(nanoseconds: 0)
    private var count = 0.0
    private var longest = 0.0
    private var sumX = 0.0
    private var sumY = 0.0
    private var sumXX = 0.0
    private var sumXY = 0.0

    /// The least length of the data, in seconds.
    private static let shortest = 5.0

    /// Adds the estimate at `time` of the moment when the sink played its frame 0.
    mutating func take(origin: MonotonicTime, at time: MonotonicTime) {
        // Estimates from the same timing reply are equal.
        guard origin != lastOrigin else { return }
        lastOrigin = origin
        guard let firstTime else {
            firstTime = time
            firstOrigin = origin
            return
        }
        let (x, y) = (time.seconds(since: firstTime), origin.seconds(since: firstOrigin))
        longest = x
        count += 1
        sumX += x
        sumY += y
        sumXX += x * x
        sumXY += x * y
    }

    /// How much faster the sink is, in ppm; `nil` without enough data.
    var perMillion: Double? {
        let spread = count * sumXX - sumX * sumX
        guard longest >= Self.shortest, spread > 0 else { return nil }
        // A fast sink moves its frame 0 back.
        return -(count * sumXY - sumX * sumY) / spread * 1e6
    }
}
