import AudioSinks
import MediaTime
import Glibc
import Synchronization
import TestServers
import Testing

@Suite(
    "A PulseAudio sink on a listener's system", .serialized,
    .enabled(if: PrivatePulseAudio.isInstalled), .timeLimit(.minutes(2)))
struct PulseCareTests {
    @Test(
        "leaves the volume alone, and reports changes that others make to it",
        arguments: SoundServerKind.installed)
    func volume(at kind: SoundServerKind) throws {
        let server = try kind.start()
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: IndexedSound.mix(frameCount: 960_000), report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(9600)))
        #expect(!log.reports.contains { if case .volume = $0 { true } else { false } })
        let inputs = try server.control("list", "short", "sink-inputs")
        let input = String(inputs.prefix { $0.isNumber })
        _ = try server.control("set-sink-input-volume", input, "40%")
        let quiet = SinkVolume(percent: 40, isMuted: false)
        #expect(log.first { $0 == .volume(quiet) } != nil)
        _ = try server.control("set-sink-input-mute", input, "1")
        let silent = SinkVolume(percent: 40, isMuted: true)
        #expect(log.first { $0 == .volume(silent) } != nil)
        try sink.finish(within: .seconds(3))
    }

    /// `interlude latency` measures the exact rate. On a busy machine the server may run dry, which
    /// wakes the thread too.
    @Test(
        "sleeps while nothing changes, except when the server asks for audio",
        arguments: SoundServerKind.installed)
    func wakeUps(at kind: SoundServerKind) throws {
        let server = try kind.start()
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: IndexedSound.mix(frameCount: 1_920_000), report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(48_000)))
        #expect(sink.wakeUpCount > 0)
        let before = sink.wakeUpCount
        #expect(log.waitUntilHeard(sink.heardFrame + 480_000))
        let rate = Double(sink.wakeUpCount - before) / 10
        #expect(rate > 1 && rate < 50, "\(rate) a second")
        try sink.finish(within: .seconds(3))
    }

    @Test("asks for larger pieces once the server has run dry twice")
    func underflows() throws {
        let server = try PrivatePulseAudio()
        let recording = try server.record()
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        let stalls = Stalls(at: [FrameTime(24_000), FrameTime(72_000)])
        sink.start(rendering: IndexedSound.mix(frameCount: 960_000)) { report in
            log.receive(report)
            if case .heard(let frame) = report { stalls.pass(frame) }
        }
        for stall in stalls.frames {
            #expect(log.waitUntilHeard(stall))
            let ranDry = recording.wait { samples in
                samples.contains { $0 * 16_777_216 > Float(stall.frames) }
                    && samples.suffix(9600).allSatisfy { $0 == 0 }
            }
            #expect(ranDry)
            stalls.goOn()
        }
        #expect(log.waitUntilHeard(FrameTime(120_000)))
        #expect(log.reports.count { if case .underrun = $0 { true } else { false } } >= 2)
        // That is how much is queued at the moment, and half of it may have been read.
        let isLarger = try server.control("list", "sink-inputs") { inputs in
            let latency = inputs.split(separator: "Buffer Latency: ").last.flatMap {
                Int($0.prefix { $0.isNumber })
            }
            return (latency ?? 0) > 210_000
        }
        #expect(isLarger)
        try sink.finish(within: .seconds(3))
    }

    @Test("plays where the environment says, but requests its own queue length")
    func environment() async {
        await #expect(processExitsWith: .success) {
            let other = "other"
            let server = try PrivatePulseAudio(loading: [PrivatePulseAudio.nullSink(named: other)])
            setenv("PULSE_SERVER", server.address, 1)
            setenv("PULSE_SINK", other, 1)
            setenv("PULSE_LATENCY_MSEC", "60", 1)
            let log = ReportLog()
            let sink = PulseSink(PulseSettings(latency: .milliseconds(400)))
            sink.start(rendering: IndexedSound.mix(frameCount: 480_000), report: log.receive)
            #expect(log.waitUntilHeard(FrameTime(24_000)))
            // The queue of 400 ms holds at least half of that when more is requested.
            #expect(log.first { _ in sink.renderedFrame - sink.heardFrame > 8000 } != nil)
            #expect(try server.control("list", "short", "sink-inputs").contains("0\t1\t"))
            try sink.finish(within: .seconds(3))
        }
    }
}

/// Stops a sink's thread at certain frames, as a busy machine would.
private final class Stalls: Sendable {
    let frames: [FrameTime]
    private let gates: [Gate]
    /// The number of stalls reached, and of those ended.
    private let counts = Mutex((passed: 0, opened: 0))

    init(at frames: [FrameTime]) {
        self.frames = frames
        gates = frames.map { _ in Gate() }
    }

    /// Everything before `frame` was heard: waits if a stall is reached.
    func pass(_ frame: FrameTime) {
        let gate = counts.withLock { counts -> Gate? in
            guard counts.passed < frames.count, frame >= frames[counts.passed] else { return nil }
            counts.passed += 1
            return gates[counts.passed - 1]
        }
        gate?.wait()
    }

    /// Lets the waiting thread continue.
    func goOn() {
        counts.withLock { counts in
            gates[counts.opened].open()
            counts.opened += 1
        }
    }
}
