import AudioSinks
import MediaTime
import TestServers
import Testing

@Suite(
    "A PulseAudio sink whose output is gone", .serialized,
    .enabled(if: PrivatePulseAudio.isInstalled), .timeLimit(.minutes(2)))
struct PulseOutageTests {
    /// A way to remove and restore an output.
    enum Outage: CaseIterable {
        case killed
        case frozen
        case suspended
        case removed

        func begin(at server: PrivatePulseAudio) throws {
            switch self {
            case .killed: server.kill()
            case .frozen: server.freeze()
            case .suspended: _ = try server.control("suspend-sink", "0", "1")
            // The first module that the server has loaded.
            case .removed: _ = try server.control("unload-module", "0")
            }
        }

        func end(at server: PrivatePulseAudio) throws {
            switch self {
            case .killed: try server.restart()
            case .frozen: server.thaw()
            case .suspended: _ = try server.control("suspend-sink", "0", "0")
            case .removed: try server.addNullSink(named: PrivatePulseAudio.sinkName)
            }
        }
    }

    @Test(
        "notices that, stops, and plays again after the output's return",
        arguments: Outage.allCases)
    func outage(_ outage: Outage) throws {
        let server = try PrivatePulseAudio()
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: IndexedSound.mix(frameCount: 960_000), report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(9600)))
        try outage.begin(at: server)
        #expect(log.waitUntilLost())
        let lostAt = sink.heardFrame
        #expect(sink.renderedFrame == lostAt)
        try outage.end(at: server)
        #expect(sink.heardFrame == lostAt || log.reports.contains(.restored))
        #expect(log.waitUntilHeard(lostAt + 1))
        let recording = try server.record()
        #expect(log.waitUntilHeard(sink.heardFrame + 19_200))
        try sink.finish(within: .seconds(3))
        let heard = IndexedSound.indices(recording.stop())
        #expect(try #require(heard.first) > Int(lostAt.frames))
        #expect(IndexedSound.gap(in: heard) == nil)
        #expect(log.lossCount == 1)
    }

    @Test("reports that it began at a sleeping output, and plays when that wakes up")
    func asleep() throws {
        let server = try PrivatePulseAudio()
        try Outage.suspended.begin(at: server)
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: IndexedSound.mix(frameCount: 480_000), report: log.receive)
        #expect(log.waitUntilLost())
        #expect(sink.heardFrame == .zero)
        try Outage.suspended.end(at: server)
        #expect(log.first { $0 == .restored } != nil)
        #expect(log.waitUntilHeard(FrameTime(9600)))
        // It is still the same stream, which the server keeps.
        #expect(try server.control("list", "short", "sink-inputs").hasPrefix("0\t"))
        try sink.finish(within: .seconds(3))
    }
}
