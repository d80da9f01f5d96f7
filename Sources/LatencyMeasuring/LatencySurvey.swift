import AudioSinks
import FoundationEssentials
import Glibc
import MediaTime
import SinkMonitor
import Synchronization

/// Measures all figures of `interlude latency`, one after the other.
package struct LatencySurvey {
    /// The sink to measure; `nil` to create a null sink.
    let sinkName: String?
    /// How often each short figure is measured.
    let count: Int
    /// How long all cores are kept busy.
    let load: Duration
    /// Called with the name of each step before it starts.
    let progress: (String) -> Void
    /// The version of Interlude.
    let version: String

    package init(
        sinkName: String?, count: Int, load: Duration, version: String,
        progress: @escaping (String) -> Void
    ) {
        self.sinkName = sinkName
        self.count = count
        self.load = load
        self.version = version
        self.progress = progress
    }

    /// Kills all measured players without waiting, for when this process ends at once.
    package static func killPlayers() { ChildProcess.killAll() }

    /// Blocks for minutes.
    package func run(until interruption: Interruption) throws(MeasurementError) -> LatencyReport {
        let server = try serverToMeasure()
        let sink = try sinkToMeasure()
        let stage = LatencyStage(
            server: server.address, sinkName: sink.name, files: try LatencyFiles())
        var passes: [LatencyPass] = []
        var joint: JointPicture?
        for manner in MonitorManner.allCases {
            progress(LatencyTable.title(of: manner))
            var meter = try LatencyMeter(on: stage, manner: manner, until: interruption)
            let output = PulseSink(
                PulseSettings(
                    server: server.address, sinkName: sink.name, title: "Interlude latency"))
            try measure(with: &meter, through: output)
            joint = try meter.pictureOfBreak()
            try meter.measureWakeUps(seconds: 5)
            passes.append(LatencyPass(manner: manner, samples: meter.samples))
        }
        // The sink must last until here.
        _ = consume sink
        let machine = machine(
            with: "\(server.name) \(server.version)", sinkName: stage.sinkName)
        return LatencyReport(
            results: LatencyResults(machine: machine, passes: passes), joint: joint)
    }

    private func serverToMeasure() throws(MeasurementError) -> MonitorServer {
        do throws(SinkFailure) {
            return try MonitorServer()
        } catch {
            throw MeasurementError(
                .unavailable, "no sound server to measure: \(error); start PulseAudio or PipeWire")
        }
    }

    private func sinkToMeasure() throws(MeasurementError) -> MonitorSink {
        do throws(SinkFailure) {
            guard let sinkName else {
                return try MonitorSink(loading: "interlude_latency_\(getpid())")
            }
            let names = try PulseServer.sinks(within: .seconds(5)).map(\.name)
            guard names.contains(sinkName) else {
                throw SinkFailure("'interlude sinks' lists the outputs")
            }
            return MonitorSink(named: sinkName)
        } catch {
            throw MeasurementError(
                .unavailable,
                sinkName.map { "there is no output '\($0)'; \(error)" }
                    ?? "cannot create a null sink to measure: \(error)")
        }
    }

    /// Measures all figures but the wake-ups. `output` is a sink like that of the players.
    func measure(
        with meter: inout LatencyMeter, through output: any AudioSink
    ) throws(MeasurementError) {
        progress("start of players")
        try meter.measureColdStarts(count: (count + 3) / 4)
        progress("change of stream")
        try meter.measureWarmStarts(count: count)
        progress("pushes")
        try meter.measurePushes(count: count)
        progress("pushes by 'interlude ctl'")
        try meter.measurePushCommands(count: count)
        progress("marked breaks of a live stream")
        try meter.measureMarkers(count: (count + 9) / 10)
        progress("output without changes")
        try meter.measureOutput(through: output)
        progress("busy cores")
        try meter.measureLoad(for: load)
        meter.measureDrift()
    }

    /// This machine, with the sound server `server`.
    func machine(with server: String, sinkName: String) -> LatencyResults.Machine {
        var system = utsname()
        uname(&system)
        let kernel = withUnsafeBytes(of: &system.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return LatencyResults.Machine(
            interlude: version, server: server, sink: sinkName,
            kernel: "Linux \(kernel)", cores: ProcessInfo.processInfo.activeProcessorCount)
    }
}

/// Whether a signal has asked to end the measurement. Callable from any thread.
package final class Interruption: Sendable {
    private let state = Atomic<Bool>(false)

    package init() {}

    var hasOccurred: Bool { state.load(ordering: .relaxed) }

    package func occur() { state.store(true, ordering: .relaxed) }
}
