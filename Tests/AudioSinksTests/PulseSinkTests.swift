import AudioMixing
import AudioSinks
import MediaTime
import PCMAudio
import TestServers
import TestSignals
import Testing

@Suite(
    "A PulseAudio sink", .serialized, .enabled(if: PrivatePulseAudio.isInstalled),
    .timeLimit(.minutes(2)))
struct PulseSinkTests {
    /// The frames that a recording of ``Signal/indexed(frameCount:first:)`` holds, silence and
    /// the recording's other channel left out.
    private func indices(_ recording: [Float]) -> [Int] {
        stride(from: 0, to: recording.count - 1, by: 2).compactMap { index in
            recording[index] == 0 ? nil : Int(recording[index] * 16_777_216)
        }
    }

    /// Where `indices` do not count up one by one from the first.
    private func gap(in indices: some Collection<Int>) -> FirstDifference<Int>? {
        let first = indices.first ?? 0
        return FirstDifference(indices, from: first..<first + indices.count)
    }

    /// A mix that plays `store` from output frame 0 on, whole.
    private func mix(of store: SampleStore) -> PublishedMix {
        let mix = PublishedMix()
        mix.publish(
            MixPlan(clips: [
                Clip(
                    source: store.handle, output: FrameRange(.zero, store.end), sourceStart: .zero)
            ]), keeping: [store])
        return mix
    }

    @Test("brings every sample to the listener, in order, and plays out to the last one")
    func allSamples() throws {
        let server = try PrivatePulseAudio()
        let recording = try server.record()
        let store = Signal.indexed(frameCount: 48_000, first: 1).stored()
        let log = ReportLog()
        // Deep, because it must not run dry, and others may use the machine too.
        let settings = PulseSettings(server: server.address, latency: .milliseconds(500))
        let sink = PulseSink(settings)
        sink.start(rendering: mix(of: store), report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(48_000)))
        try sink.finish(within: .seconds(3))
        #expect(sink.heardFrame >= FrameTime(48_000))
        #expect(recording.wait { indices($0).count >= 48_000 })
        #expect(FirstDifference(indices(recording.stop()), from: 1...48_000) == nil)
        #expect(!log.reports.contains { if case .underrun = $0 { true } else { false } })
    }

    @Test(
        "says that the last frame was heard, wherever output ends and before it is finished",
        arguments: [9600, 10_007, 10_480, 11_111])
    func lastFrame(end: Int64) throws {
        let server = try PrivatePulseAudio()
        let mix = mix(of: Signal.indexed(frameCount: 48_000, first: 1).stored())
        mix.outputEnd = FrameTime(end)
        mix.nextMark = FrameTime(end)
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: mix, report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(end)))
        try sink.finish(within: .seconds(3))
        #expect(!log.reports.contains { if case .underrun = $0 { true } else { false } })
    }

    @Test("goes on with what nobody has heard when a killed server is back")
    func killed() throws {
        let server = try PrivatePulseAudio()
        let store = Signal.indexed(frameCount: 480_000, first: 1).stored()
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: mix(of: store), report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(9600)))
        server.kill()
        #expect(log.first { if case .lost = $0 { true } else { false } } != nil)
        let lostAt = sink.heardFrame
        try server.restart()
        #expect(sink.heardFrame == lostAt || log.reports.contains(.restored))
        let recording = try server.record()
        #expect(log.first { $0 == .restored } != nil)
        #expect(log.waitUntilHeard(lostAt + 19_200))
        try sink.finish(within: .seconds(3))
        let heard = indices(recording.stop())
        #expect(try #require(heard.first) >= Int(lostAt.frames))
        #expect(gap(in: heard) == nil)
        #expect(log.reports.filter { if case .lost = $0 { true } else { false } }.count == 1)
    }

    @Test("notices a server that stands still, and finds it again")
    func frozen() throws {
        let server = try PrivatePulseAudio()
        let store = Signal.indexed(frameCount: 960_000, first: 1).stored()
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: mix(of: store), report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(4800)))
        server.freeze()
        #expect(log.first { if case .lost = $0 { true } else { false } } != nil)
        let lostAt = sink.heardFrame
        server.thaw()
        #expect(log.first { $0 == .restored } != nil)
        #expect(log.waitUntilHeard(lostAt + 4800))
        try sink.finish(within: .seconds(3))
    }

    @Test("notices that its output is suspended, and goes on when that plays again")
    func suspended() throws {
        let server = try PrivatePulseAudio()
        let store = Signal.indexed(frameCount: 960_000, first: 1).stored()
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: mix(of: store), report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(4800)))
        _ = try server.control("suspend-sink", "0", "1")
        #expect(log.first { if case .lost = $0 { true } else { false } } != nil)
        let lostAt = sink.heardFrame
        _ = try server.control("suspend-sink", "0", "0")
        #expect(log.first { $0 == .restored } != nil)
        #expect(log.waitUntilHeard(lostAt + 4800))
        try sink.finish(within: .seconds(3))
    }

    @Test("says once that there is no server, and can be finished all the same")
    func noServer() throws {
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: "unix:/nonexistent/native"))
        sink.start(rendering: PublishedMix(), report: log.receive)
        #expect(log.first { if case .lost = $0 { true } else { false } } != nil)
        sink.requestSwitch()
        #expect(log.switchable(count: 1) == [.zero])
        try sink.finish(within: .seconds(1))
        #expect(log.reports.filter { if case .lost = $0 { true } else { false } }.count == 1)
    }

    @Test("goes under the title that it was given last")
    func title() throws {
        let server = try PrivatePulseAudio()
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address, title: "Station - Song"))
        sink.start(rendering: PublishedMix(), report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(480)))
        #expect(try server.control("list", "sink-inputs").contains("\"Station - Song\""))
        sink.setStreamTitle("Advertisement 1/2")
        #expect(log.waitUntilHeard(sink.heardFrame + 4800))
        let inputs = try server.control("list", "sink-inputs")
        #expect(inputs.contains("\"Advertisement 1/2\""))
        #expect(inputs.contains("application.name = \"Interlude\""))
        #expect(inputs.contains("media.role = \"music\""))
        try sink.finish(within: .seconds(3))
    }

    @Test("is offered where a server is, with the server's sinks")
    func offered() throws {
        let server = try PrivatePulseAudio()
        #expect(PulseServer.isAvailable(server.address, within: .seconds(5)))
        #expect(!PulseServer.isAvailable("unix:/nonexistent/native", within: .seconds(5)))
        let sinks = try PulseServer.sinks(of: server.address, within: .seconds(5))
        #expect(sinks.map(\.name) == [PrivatePulseAudio.sinkName])
        #expect(sinks.first?.description.isEmpty == false)
    }
}
