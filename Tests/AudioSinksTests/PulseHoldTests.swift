import AudioMixing
import AudioSinks
import MediaTime
import PCMAudio
import TestServers
import TestSignals
import Testing

@Suite(
    "A PulseAudio sink that has to be silent for a call", .serialized,
    .enabled(if: PrivatePulseAudio.isInstalled), .timeLimit(.minutes(2)))
struct PulseHoldTests {
    /// A playing sink at a server where music yields to a phone. Its queue is long, because it must
    /// not run dry on a busy machine.
    private static func playing(
        latency: Duration = .milliseconds(500),
        _ follow: @escaping @Sendable (SinkReport) -> Void = { _ in }
    ) throws -> (PrivatePulseAudio, PulseSink, ReportLog) {
        let server = try PrivatePulseAudio(loading: ["module-role-cork"])
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address, latency: latency))
        sink.start(rendering: IndexedSound.mix(frameCount: 960_000)) { report in
            log.receive(report)
            follow(report)
        }
        #expect(log.waitUntilHeard(FrameTime(19_200)))
        return (server, sink, log)
    }

    private static func waitUntilHeld(_ log: ReportLog) -> Bool {
        log.first { if case .held = $0 { true } else { false } } != nil
    }

    @Test("corks its stream, stops, and continues with the very next frame")
    func goesOn() throws {
        let (server, sink, log) = try Self.playing()
        let recording = try server.record()
        let phone = try server.ring()
        #expect(Self.waitUntilHeld(log))
        let heldAt = sink.heardFrame
        #expect(sink.renderedFrame == heldAt)
        #expect(try server.control("list", "sink-inputs").contains("Corked: yes"))
        #expect(sink.heardFrame == heldAt)
        phone.stop()
        #expect(log.first { $0 == .released } != nil)
        #expect(log.waitUntilHeard(heldAt + 24_000))
        try sink.finish(within: .seconds(3))
        // The first 10 ms fade in, and do not encode their frames.
        let fadeEnd = Int(heldAt.frames) + 480
        let heard = IndexedSound.indices(recording.stop()).drop { $0 <= fadeEnd }
        #expect(heard.first == fadeEnd + 1)
        #expect(IndexedSound.gap(in: heard) == nil)
        #expect(log.lossCount == 0 && !log.hasUnderrun)
    }

    @Test("continues if the call ended before the stream was corked, which gives no report")
    func shortCall() throws {
        let isOver = Gate()
        // The server mutes at once, and corks only after the fade-out.
        let isMuted: @Sendable (SinkReport) -> Bool = { report in
            if case .volume(let volume) = report { volume.isMuted } else { false }
        }
        let (server, sink, log) = try Self.playing { if isMuted($0) { isOver.wait() } }
        let phone = try server.ring()
        #expect(log.first(where: isMuted) != nil)
        let heard = sink.heardFrame
        phone.stop()
        #expect(try server.control("list", "sink-inputs", until: { !$0.contains("Mute: yes") }))
        isOver.open()
        #expect(log.waitUntilHeard(heard + 24_000))
        try sink.finish(within: .seconds(3))
    }

    @Test("can be changed from the frame at which it will continue")
    func change() throws {
        let (server, sink, log) = try Self.playing()
        let phone = try server.ring()
        #expect(Self.waitUntilHeld(log))
        sink.requestSwitch()
        #expect(log.switchable(count: 1) == [sink.heardFrame])
        phone.stop()
        try sink.finish(within: .seconds(3))
    }

    @Test("is finished at once")
    func finish() throws {
        let (server, sink, log) = try Self.playing(latency: .seconds(2))
        let phone = try server.ring()
        #expect(Self.waitUntilHeld(log))
        let heldAt = sink.heardFrame
        // Playing out the queue would take longer than twice the latency.
        let time = try ContinuousClock().measure { try sink.finish(within: .seconds(20)) }
        #expect(time < .seconds(4))
        #expect(sink.heardFrame == heldAt)
        phone.stop()
    }

    @Test("survives the loss of its server, and plays at the next one")
    func killed() throws {
        let (server, sink, log) = try Self.playing()
        let phone = try server.ring()
        #expect(Self.waitUntilHeld(log))
        let heldAt = sink.heardFrame
        server.kill()
        phone.stop()
        #expect(log.waitUntilLost())
        #expect(!log.reports.contains(.released))
        try server.restart()
        #expect(log.first { $0 == .restored } != nil)
        #expect(log.waitUntilHeard(heldAt + 4800))
        try sink.finish(within: .seconds(3))
    }

    @Test("lets the device sleep during silence, and wakes it for sound")
    func idle() throws {
        let server = try PrivatePulseAudio()
        let recording = try server.record()
        let mix = PublishedMix()
        let log = ReportLog()
        var settings = PulseSettings(server: server.address, latency: .milliseconds(500))
        settings.longestSilence = .milliseconds(500)
        let sink = PulseSink(settings)
        sink.start(rendering: mix, report: log.receive)
        // Heard repeatedly while output time stands still.
        let isAsleep = log.first { _ in
            let heard = log.reports.suffix(2)
            return heard.count == 2 && heard.first == heard.last
        }
        #expect(isAsleep != nil)
        #expect(try server.control("list", "sink-inputs").contains("Corked: yes"))
        let wokenAt = sink.renderedFrame
        sink.requestSwitch()
        #expect(log.switchable(count: 1) == [wokenAt])
        let store = Signal.indexed(frameCount: 48_000, first: 1).stored()
        let clip = Clip(
            source: store.handle, output: FrameRange(wokenAt, count: 48_000), sourceStart: .zero)
        mix.publish(MixPlan(validFrom: wokenAt, clips: [clip]), keeping: [store])
        sink.mixChanged()
        #expect(log.waitUntilHeard(wokenAt + 24_000))
        try sink.finish(within: .seconds(3))
        let heard = IndexedSound.indices(recording.stop()).drop { $0 <= 480 }
        #expect(heard.first == 481)
        #expect(IndexedSound.gap(in: heard) == nil)
        #expect(!log.hasUnderrun && log.lossCount == 0)
    }
}
