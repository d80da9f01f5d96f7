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
    /// A sink that plays at a server where music gives way to a phone, and has begun to. Its queue
    /// is deep, because it must not run dry, and others may use the machine too.
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

    @Test("corks its stream, stands still, and goes on with the very next frame")
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
        // The first 10 ms fade in, and do not say which frames they are.
        let fadeEnd = Int(heldAt.frames) + 480
        let heard = IndexedSound.indices(recording.stop()).drop { $0 <= fadeEnd }
        #expect(heard.first == fadeEnd + 1)
        #expect(IndexedSound.gap(in: heard) == nil)
        #expect(log.lossCount == 0 && !log.hasUnderrun)
    }

    @Test(
        "goes on if the call was over before the stream was corked, which the server does not say")
    func shortCall() throws {
        let isOver = Gate()
        // The server mutes at once, and it is some time until the sound has faded out.
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

    @Test("can be changed from the frame on with which it goes on")
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
        // To play out what is queued would take longer than twice the latency.
        let time = try ContinuousClock().measure { try sink.finish(within: .seconds(20)) }
        #expect(time < .seconds(2))
        #expect(sink.heardFrame == heldAt)
        phone.stop()
    }

    @Test("is lost with its server all the same, and plays at the next one")
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

    @Test("lets the device sleep when there is nothing to be heard, and wakes it for sound")
    func idle() throws {
        let server = try PrivatePulseAudio()
        let recording = try server.record()
        let mix = PublishedMix()
        let log = ReportLog()
        var settings = PulseSettings(server: server.address, latency: .milliseconds(500))
        settings.longestSilence = .milliseconds(500)
        let sink = PulseSink(settings)
        sink.start(rendering: mix, report: log.receive)
        // Heard again and again while output time stands still.
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
