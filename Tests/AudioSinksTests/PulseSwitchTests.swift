import AudioMixing
import AudioSinks
import Foundation
import MediaTime
import PCMAudio
import TestServers
import TestSignals
import Testing

@Suite("A change at a sound server", .serialized, .timeLimit(.minutes(4)))
struct PulseSwitchTests {
    /// With 600 of them where there is time for it.
    private static let changeCount =
        ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1" ? 600 : 60

    @Test(
        "is heard from the frame that was named, and loses and doubles nothing",
        arguments: SoundServerKind.installed)
    func everySample(at kind: SoundServerKind) throws {
        let server = try kind.start()
        let recording = try server.record()
        var alternating = AlternatingMix(frameCount: 7_900_000)
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: alternating.mix, report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(9600)))
        for _ in 0..<Self.changeCount {
            let isHeard = alternating.change(sink, log)
            try #require(isHeard)
        }
        let end = alternating.changes.last! + 4800
        #expect(log.waitUntilHeard(end))
        try sink.finish(within: .seconds(3))
        let heard = IndexedSound.indices(recording.stop())
        let late = log.lateChanges
        #expect(heard.first == 1)
        #expect(alternating.difference(heard, count: Int(end.frames), late: late) == nil)
        #expect(late.count * 50 <= Self.changeCount, "\(late)")
        #expect(!log.hasUnderrun)
    }

    @Test("is as exact at a sink that the stream was moved to", arguments: Move.allCases)
    func moved(_ move: Move) throws {
        let other = "other"
        let server = try PrivatePulseAudio(loading: [PrivatePulseAudio.nullSink(named: other)])
        var alternating = AlternatingMix(frameCount: 960_000)
        let log = ReportLog()
        let sink = PulseSink(
            PulseSettings(server: server.address, sinkName: PrivatePulseAudio.sinkName))
        sink.start(rendering: alternating.mix, report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(9600)))
        let recording = try server.record(other)
        switch move {
        case .moved: _ = try server.control("move-sink-input", "0", other)
        // The first module that the server has loaded.
        case .rescued: _ = try server.control("unload-module", "0")
        }
        for _ in 0..<10 {
            let isHeard = alternating.change(sink, log)
            try #require(isHeard)
        }
        let end = alternating.changes.last! + 4800
        #expect(log.waitUntilHeard(end))
        try sink.finish(within: .seconds(3))
        let heard = IndexedSound.indices(recording.stop())
        // The other sink may have begun to read when it was asked how far it is.
        let late = log.lateChanges
        #expect(alternating.difference(heard, count: Int(end.frames), late: late) == nil)
        #expect(late.count <= 1, "\(late)")
        #expect(log.lossCount == 0 && !log.hasUnderrun)
    }

    enum Move: CaseIterable {
        case moved
        /// The sink before is no more.
        case rescued
    }

    @Test("that comes when the server has read past it is counted and told of")
    func late() throws {
        let server = try PrivatePulseAudio()
        let mix = IndexedSound.mix(frameCount: 960_000)
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        // The server stands still from when it has been asked how far it is.
        let change: @Sendable (FrameTime) -> Void = { [weak sink] frame in
            server.freeze()
            mix.publish(MixPlan(validFrom: frame), keeping: [])
            sink?.mixChanged()
        }
        sink.start(rendering: mix) { report in
            log.receive(report)
            if case .switchable(let frame) = report { change(frame) }
            if case .refused(let frame) = report { change(frame) }
        }
        #expect(log.waitUntilHeard(FrameTime(24_000)))
        sink.requestSwitch()
        #expect(log.first { if case .adopted(let plan) = $0 { plan > 1 } else { false } } != nil)
        let isLate: (SinkReport) -> Bool = { if case .late = $0 { true } else { false } }
        #expect(log.first(within: .milliseconds(100), where: isLate) == nil)
        server.thaw()
        #expect(log.first(where: isLate) != nil)
        #expect(sink.figures.lateChangeCount == 1)
        try sink.finish(within: .seconds(3))
    }

    @Test(
        "whose sound is not all there yet leaves the rest of the queue unheard",
        arguments: SoundServerKind.installed)
    func scarce(at kind: SoundServerKind) throws {
        let server = try kind.start()
        let recording = try server.record()
        let sound = Signal.indexed(frameCount: 100_000, first: 1).samples.span
        let store = SampleStore(capacity: 100_000)
        _ = store.append(sound.extracting(0..<48_000 * 2))
        let mix = PublishedMix()
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address, latency: .seconds(2)))
        sink.start(rendering: mix, report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(480)))
        sink.requestSwitch()
        let start = try #require(log.switchable(count: 1).first)
        let clip = Clip(
            source: store.handle, output: FrameRange(start, .distantFuture), sourceStart: .zero)
        mix.publish(MixPlan(validFrom: start, clips: [clip]), keeping: [store])
        sink.mixChanged()
        #expect(recording.wait { !IndexedSound.indices($0).isEmpty })
        _ = store.append(sound.extracting(48_000 * 2..<100_000 * 2))
        store.finish()
        #expect(log.waitUntilHeard(start + 100_000))
        try sink.finish(within: .seconds(3))
        let heard = IndexedSound.indices(recording.stop())
        #expect(IndexedSound.difference(heard, Array(1...100_000)) == nil)
        #expect(!log.reports.contains { if case .starved = $0 { true } else { false } })
    }

    @Test("leaves what is queued before it alone, and takes the place of what is queued after it")
    func depth() throws {
        let server = try PrivatePulseAudio()
        var alternating = AlternatingMix(frameCount: 480_000)
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: alternating.mix, report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(24_000)))
        var leads: [Int] = []
        for _ in 0..<20 {
            let isHeard = alternating.change(sink, log)
            try #require(isHeard)
            leads.append(sink.renderedFrame - alternating.changes.last!)
        }
        try sink.finish(within: .seconds(3))
        // Of the 192 ms that are queued at most, half is left when the server asks for more.
        #expect(leads.sorted()[10] > 2400, "\(leads)")
    }
}
