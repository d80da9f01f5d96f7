import MediaTime
import SinkMonitor

/// Measures all figures with one kind of recorder, step by step.
struct LatencyMeter: ~Copyable {
    let stage: LatencyStage
    let listener: Listener
    private(set) var samples: [FigureName: [Double]] = [:]

    /// How long the recorder runs before the first measurement: the first block of a sink may be
    /// long.
    static let settling = Duration.milliseconds(2500)

    init(
        on stage: LatencyStage, manner: MonitorManner, until interruption: Interruption,
        with capture: any SinkCapture = MonitorCapture()
    ) throws(MeasurementError) {
        self.stage = stage
        let listener = Listener(on: stage, manner: manner, until: interruption, with: capture)
        do {
            try listener.listen(for: Self.settling)
        } catch {
            listener.close()
            throw error
        }
        self.listener = listener
    }

    deinit { listener.close() }

    mutating func record(_ value: Double, as name: FigureName) {
        samples[name, default: []].append(value)
    }

    /// Records when `run` began, in milliseconds since `start`.
    mutating func record(
        _ run: CodedRun, since start: MonotonicTime, as name: FigureName,
        atMonitor nameAtMonitor: FigureName
    ) {
        record(run.heard.seconds(since: start) * 1000, as: name)
        record(run.atMonitor.seconds(since: start) * 1000, as: nameAtMonitor)
    }

    /// Waits for a random time, independent of the blocks of the sink.
    func pauseAtRandom() {
        MonotonicTime.now.advanced(by: .random(in: 0.01...0.05)).sleep()
    }
}
