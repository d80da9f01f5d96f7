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
    private static let isLong = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

    /// With 600 changes in a full run.
    private static let changeCount = isLong ? 600 : 60

    @Test(
        "is heard from the named frame, with no frame lost or doubled",
        arguments: SoundServerKind.installed)
    func everySample(at kind: SoundServerKind) throws {
        let server = try kind.start()
        let recording = try ComparedRecording(of: server, kind: kind, lasting: .seconds(170))
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
        let heard = recording.stop()
        #expect(heard.first == 1)
        #expect(AlternatingMix.gap(in: heard) == nil)
        #expect(heard.count >= Int(end.frames))
        // PipeWire does not report its place in the cycle. On a busy machine a change may come late
        // there without a report, which `interlude latency` counts.
        guard kind == .pulseAudio else { return }
        let difference = alternating.difference(
            heard, count: Int(end.frames), late: log.lateChanges)
        #expect(difference == nil)
    }

    @Test("is as exact after the stream is moved to another sink", arguments: Move.allCases)
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
        let difference = alternating.difference(
            heard, count: Int(end.frames), late: log.lateChanges)
        #expect(difference == nil)
        #expect(log.lossCount == 0)
    }

    enum Move: CaseIterable {
        case moved
        /// The previous sink no longer exists.
        case rescued
    }

    @Test("that comes after the server has read past it is counted and reported")
    func late() throws {
        let server = try PrivatePulseAudio()
        let recording = try server.record()
        let mix = IndexedSound.mix(frameCount: 960_000)
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        let isReadPast = Gate()
        let isAdopted: @Sendable (SinkReport) -> Bool = { report in
            if case .adopted(let plan) = report { plan > 1 } else { false }
        }
        sink.start(rendering: mix) { [weak sink] report in
            log.receive(report)
            if let frame = report.namedFrame {
                mix.publish(MixPlan(validFrom: frame), keeping: [])
                sink?.mixChanged()
            }
            // The sink's thread stops before it has written the change.
            if isAdopted(report) { isReadPast.wait() }
        }
        #expect(log.waitUntilHeard(FrameTime(24_000)))
        sink.requestSwitch()
        #expect(log.first(where: isAdopted) != nil)
        let start = try #require(log.reports.compactMap(\.namedFrame).last)
        let wasRead = recording.wait {
            IndexedSound.indices($0).contains { $0 > Int(start.frames) + 1920 }
        }
        #expect(wasRead)
        isReadPast.open()
        let isLate: (SinkReport) -> Bool = { if case .late = $0 { true } else { false } }
        #expect(log.first(where: isLate) != nil)
        #expect(try #require(log.lateChanges.first).count >= 1920)
        try sink.finish(within: .seconds(3))
    }

    @Test("is heard in the end, even if each plan takes 150 ms to decide")
    func slow() throws {
        let server = try PrivatePulseAudio()
        let mix = IndexedSound.mix(frameCount: 960_000)
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: mix, report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(24_000)))
        sink.requestSwitch()
        var isAdopted = false
        for count in 1...15 where !isAdopted {
            let frames = log.namedFrames(count: count)
            try #require(frames.count == count)
            #expect(log.waitUntilHeard(sink.heardFrame + 7200))
            mix.publish(MixPlan(validFrom: frames[count - 1]), keeping: [])
            sink.mixChanged()
            _ = log.first { _ in
                isAdopted = log.reports.contains {
                    if case .adopted(let plan) = $0 { plan > 1 } else { false }
                }
                return isAdopted || log.reports.compactMap(\.namedFrame).count > count
            }
        }
        #expect(isAdopted)
        try sink.finish(within: .seconds(3))
    }

    @Test(
        "whose sound is incomplete leaves the rest of the queue unheard",
        arguments: SoundServerKind.installed)
    func scarce(at kind: SoundServerKind) throws {
        let server = try kind.start()
        let recording = try ComparedRecording(of: server, kind: kind, lasting: .seconds(60))
        let sound = IndexedSound.signal(frameCount: 100_000).samples.span
        let store = SampleStore(capacity: 100_000)
        _ = store.append(sound.extracting(0..<48_000 * 2))
        let mix = PublishedMix()
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address, latency: .seconds(2)))
        sink.start(rendering: mix) { [weak sink] report in
            log.receive(report)
            guard let start = report.namedFrame else { return }
            let clip = Clip(
                source: store.handle, output: FrameRange(start, .distantFuture), sourceStart: .zero)
            mix.publish(MixPlan(validFrom: start, clips: [clip]), keeping: [store])
            sink?.mixChanged()
        }
        #expect(log.waitUntilHeard(FrameTime(480)))
        sink.requestSwitch()
        #expect(recording.wait { !$0.isEmpty })
        _ = store.append(sound.extracting(48_000 * 2..<100_000 * 2))
        store.finish()
        let start = try #require(log.reports.compactMap(\.namedFrame).last)
        #expect(log.waitUntilHeard(start + 100_000))
        try sink.finish(within: .seconds(3))
        let heard = recording.stop()
        // A change that comes late on a busy machine leaves out its first frames.
        let first = try #require(heard.first ?? nil)
        #expect(IndexedSound.difference(heard, Array(first...100_000)) == nil)
        #expect(!log.reports.contains { if case .starved = $0 { true } else { false } })
        // PipeWire does not report its place in the cycle.
        guard kind == .pulseAudio else { return }
        #expect(first <= 1 + log.lateChanges.reduce(0) { $0 + Int($1.count) })
    }
}
