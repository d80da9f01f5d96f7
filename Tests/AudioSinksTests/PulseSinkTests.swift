import AudioSinks
import MediaTime
import Synchronization
import TestServers
import Testing

@Suite(
    "A PulseAudio sink", .serialized, .enabled(if: PrivatePulseAudio.isInstalled),
    .timeLimit(.minutes(2)))
struct PulseSinkTests {
    @Test(
        "plays every sample, in order, up to the last one",
        arguments: SoundServerKind.installed)
    func allSamples(at kind: SoundServerKind) throws {
        let server = try kind.start()
        let recording = try ComparedRecording(of: server, kind: kind, lasting: .seconds(60))
        let log = ReportLog()
        // Long, because it must not run dry on a busy machine.
        let settings = PulseSettings(server: server.address, latency: .milliseconds(500))
        let sink = PulseSink(settings)
        sink.start(rendering: IndexedSound.mix(frameCount: 48_000), report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(48_000)))
        try sink.finish(within: .seconds(3))
        #expect(sink.heardFrame >= FrameTime(48_000))
        let heard = recording.stop()
        #expect(IndexedSound.difference(heard, Array(1...48_000)) == nil)
        #expect(!log.hasUnderrun)
    }

    @Test(
        "reports that the last frame was heard, wherever output ends and before it is finished",
        arguments: SoundServerKind.installed, [9600, 10_007, 10_480, 11_111])
    func lastFrame(at kind: SoundServerKind, end: Int64) throws {
        let server = try kind.start()
        let mix = IndexedSound.mix(frameCount: 48_000)
        mix.outputEnd = FrameTime(end)
        mix.nextMark = FrameTime(end)
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        let underrunAtEnd = Atomic(false)
        sink.start(rendering: mix) { [weak sink] report in
            log.receive(report)
            if case .underrun = report, let sink, sink.renderedFrame >= FrameTime(end) {
                underrunAtEnd.store(true, ordering: .relaxed)
            }
        }
        #expect(log.waitUntilHeard(FrameTime(end)))
        try sink.finish(within: .seconds(3))
        let isReported = underrunAtEnd.load(ordering: .relaxed)
        #expect(!isReported)
    }

    @Test("reports once that there is no server, and can be finished all the same")
    func noServer() throws {
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: "unix:/nonexistent/native"))
        sink.start(rendering: PublishedMix(), report: log.receive)
        #expect(log.waitUntilLost())
        sink.requestSwitch()
        #expect(log.switchable(count: 1) == [.zero])
        try sink.finish(within: .seconds(20))
        #expect(log.lossCount == 1)
    }

    @Test("has the title that it was given last")
    func title() throws {
        let server = try PrivatePulseAudio()
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address, title: "Station - Song"))
        sink.start(rendering: PublishedMix(), report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(480)))
        #expect(try server.control("list", "sink-inputs").contains("\"Station - Song\""))
        sink.setStreamTitle("Advertisement 1/2")
        let isShown = try server.control(
            "list", "sink-inputs", until: { $0.contains("\"Advertisement 1/2\"") })
        #expect(isShown)
        let inputs = try server.control("list", "sink-inputs")
        #expect(inputs.contains("application.name = \"Interlude\""))
        #expect(inputs.contains("application.id = \"org.interlude.Interlude\""))
        #expect(inputs.contains("media.role = \"music\""))
        try sink.finish(within: .seconds(3))
    }

    @Test("is offered if there is a server, with the server's sinks")
    func offered() throws {
        let server = try PrivatePulseAudio()
        #expect(PulseServer.isAvailable(server.address, within: .seconds(20)))
        #expect(!PulseServer.isAvailable("unix:/nonexistent/native", within: .seconds(20)))
        let sinks = try PulseServer.sinks(of: server.address, within: .seconds(20))
        #expect(sinks.map(\.name) == [PrivatePulseAudio.sinkName])
        #expect(sinks.first?.description.isEmpty == false)
    }
}
