import AudioMixing
import AudioSinks
import MediaTime
import PCMAudio
import TestFiles
import TestSignals
import Testing

@Suite("A sink in virtual time")
struct VirtualSinkTests {
    private func clip(_ store: SampleStore, _ start: Int64, _ end: Int64) -> Clip {
        Clip(
            source: store.handle, output: FrameRange(FrameTime(start), FrameTime(end)),
            sourceStart: FrameTime(start))
    }

    @Test("renders up to the grant and no further")
    func grant() throws {
        let mix = PublishedMix()
        let log = ReportLog()
        let sink = NullSink(clock: .virtual)
        sink.start(rendering: mix, report: log.receive)
        mix.grantedEnd = FrameTime(100_000)
        #expect(log.waitUntilHeard(FrameTime(100_000)))
        #expect(sink.renderedFrame == FrameTime(100_000))
        try sink.finish(within: .seconds(5))
        #expect(sink.heardFrame == FrameTime(100_000))
    }

    @Test("stops at a mark to report that exactly so much was heard")
    func marks() throws {
        let mix = PublishedMix()
        let log = ReportLog()
        let sink = NullSink(clock: .virtual)
        mix.nextMark = FrameTime(12_345)
        mix.grantedEnd = FrameTime(50_000)
        sink.start(rendering: mix, report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(50_000)))
        try sink.finish(within: .seconds(5))
        #expect(log.reports.contains(.heard(FrameTime(12_345))))
    }

    @Test("writes the same file for the same plan twice, whatever it waits for")
    func deterministic() throws {
        let folder = try TemporaryFolder()
        let signal = Signal.tone(frequency: 440, level: .decibels(3), frameCount: 60_000)
        let files = try (0..<2).map { run in
            let path = folder.file("\(run).wav")
            let store = SampleStore(capacity: 20_000)
            let mix = PublishedMix()
            let log = ReportLog()
            let sink = try WAVSink(path: path, format: .float32, clock: .virtual)
            let limited = FrameRange(FrameTime(7), FrameTime(55_555))
            mix.publish(
                MixPlan(clips: [clip(store, 0, 60_000)], limited: [limited]), keeping: [store])
            sink.start(rendering: mix, report: log.receive)
            mix.grantedEnd = FrameTime(run == 0 ? 70_000 : 31_111)
            // The store is smaller than the signal, so writer and sink wait for each other; the
            // two runs have them meet at different frames.
            for start in stride(from: 0, to: 120_000, by: 2000 + 1000 * run) {
                let end = min(start + 2000 + 1000 * run, 120_000)
                if start > 60_000 { mix.grantedEnd = FrameTime(70_000) }
                let isStored = store.appendAll(Array(signal.samples[start..<end]).span)
                #expect(isStored)
            }
            store.finish()
            #expect(log.waitUntilHeard(FrameTime(70_000)))
            try sink.finish(within: .seconds(5))
            #expect(!log.reports.contains { if case .starved = $0 { true } else { false } })
            return try WAVFile(path: path)
        }
        #expect(files[0].floats.count == 140_000)
        #expect(files[0].data == files[1].data)
    }

    @Test("answers a switch with the next frame, and waits there for a plan that is valid from it")
    func switches() throws {
        let folder = try TemporaryFolder()
        let stores = [
            Signal.indexed(frameCount: 40_000).stored(),
            Signal.indexed(frameCount: 40_000, first: 1_000_000).stored(),
        ]
        let mix = PublishedMix()
        let log = ReportLog()
        let sink = try WAVSink(
            path: folder.file("out.wav"), format: .float32, clock: .virtual)
        mix.publish(MixPlan(clips: [clip(stores[0], 0, 40_000)]), keeping: stores)
        sink.start(rendering: mix, report: log.receive)
        mix.grantedEnd = FrameTime(10_000)
        #expect(log.waitUntilHeard(FrameTime(10_000)))
        sink.requestSwitch()
        #expect(log.switchable(count: 1) == [FrameTime(10_000)])
        mix.grantedEnd = FrameTime(20_000)
        // A plan that changes only later frames is not the answer.
        mix.publish(
            MixPlan(validFrom: FrameTime(30_000), clips: [clip(stores[0], 0, 40_000)]),
            keeping: stores)
        sink.mixChanged()
        #expect(sink.renderedFrame == FrameTime(10_000))
        mix.publish(
            MixPlan(
                validFrom: FrameTime(10_000),
                clips: [clip(stores[0], 0, 10_000), clip(stores[1], 10_000, 40_000)]),
            keeping: stores)
        sink.mixChanged()
        #expect(log.waitUntilHeard(FrameTime(20_000)))
        try sink.finish(within: .seconds(5))
        let expected = Signal(frameCount: 20_000) {
            Float($0 < 10_000 ? $0 : $0 + 1_000_000) / 16_777_216
        }
        let written = try WAVFile(path: folder.file("out.wav")).floats
        #expect(FirstDifference(written, from: expected.samples) == nil)
    }

    @Test("refuses a plan that comes too late, once, and adopts its replacement")
    func refuses() throws {
        let store = Signal.indexed(frameCount: 40_000).stored()
        let (sink, mix, log) = Self.heldSink()
        mix.publish(
            MixPlan(validFrom: FrameTime(9_999), clips: [clip(store, 9_999, 40_000)]),
            keeping: [store])
        sink.mixChanged()
        #expect(log.refused(count: 1) == [FrameTime(10_000)])
        mix.grantedEnd = FrameTime(20_000)
        mix.publish(
            MixPlan(validFrom: FrameTime(10_000), clips: [clip(store, 10_000, 40_000)]),
            keeping: [store])
        sink.mixChanged()
        #expect(log.waitUntilHeard(FrameTime(20_000)))
        try sink.finish(within: .seconds(5))
        #expect(log.refused(count: 1) == [FrameTime(10_000)])
    }

    /// A sink that has played 10 000 frames of silence, and may not continue.
    private static func heldSink() -> (NullSink, PublishedMix, ReportLog) {
        let mix = PublishedMix()
        let log = ReportLog()
        let sink = NullSink(clock: .virtual)
        sink.start(rendering: mix, report: log.receive)
        mix.grantedEnd = FrameTime(10_000)
        #expect(log.waitUntilHeard(FrameTime(10_000)))
        return (sink, mix, log)
    }

    @Test("adopts no plan that hides an earlier one that came too late")
    func superseded() throws {
        let store = Signal.indexed(frameCount: 40_000).stored()
        let (sink, mix, log) = Self.heldSink()
        sink.requestSwitch()
        #expect(log.switchable(count: 1) == [FrameTime(10_000)])
        // Held: neither of these is the answer, and the first one is late.
        let held = MixPlan(validFrom: FrameTime(20_000), clips: [clip(store, 0, 40_000)])
        mix.publish(held, keeping: [store])
        mix.publish(
            MixPlan(validFrom: FrameTime(5_000), clips: [clip(store, 5_000, 40_000)]),
            keeping: [store])
        #expect(log.refused(count: 1) == [FrameTime(10_000)])
        try sink.finish(within: .seconds(5))
    }

    @Test("stops at once while it waits for samples that never come")
    func stops() throws {
        let store = SampleStore(capacity: 1000)
        let mix = PublishedMix()
        let sink = NullSink(clock: .virtual)
        mix.publish(MixPlan(clips: [clip(store, 0, 40_000)]), keeping: [store])
        mix.grantedEnd = FrameTime(10_000)
        sink.start(rendering: mix, report: ReportLog().receive)
        try sink.finish(within: .seconds(5))
        #expect(sink.renderedFrame == .zero)
    }

    @Test("answers a switch while it waits for samples that never come")
    func answersWhileWaiting() throws {
        let store = SampleStore(capacity: 1000)
        let mix = PublishedMix()
        let log = ReportLog()
        let sink = NullSink(clock: .virtual)
        mix.publish(MixPlan(clips: [clip(store, 0, 40_000)]), keeping: [store])
        mix.grantedEnd = FrameTime(10_000)
        sink.start(rendering: mix, report: log.receive)
        sink.requestSwitch()
        #expect(log.switchable(count: 1) == [.zero])
        try sink.finish(within: .seconds(5))
    }

    @Test("reports a clip that starves once, until the next plan")
    func starves() throws {
        let store = SampleStore(capacity: 60_000)
        _ = store.append(Signal.indexed(frameCount: 1000).samples.span)
        store.cancel()
        let mix = PublishedMix()
        let log = ReportLog()
        let sink = NullSink(clock: .virtual)
        mix.publish(MixPlan(clips: [clip(store, 0, 90_000)]), keeping: [store])
        mix.grantedEnd = FrameTime(30_000)
        sink.start(rendering: mix, report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(30_000)))
        let first = SinkReport.starved(
            at: FrameTime(1000), sourceFrame: FrameTime(1000),
            clip: PublishedClip(plan: 1, index: 0))
        #expect(log.reports.filter { if case .starved = $0 { true } else { false } } == [first])
        mix.publish(
            MixPlan(validFrom: FrameTime(30_000), clips: [clip(store, 0, 90_000)]),
            keeping: [store])
        mix.grantedEnd = FrameTime(60_000)
        sink.mixChanged()
        #expect(log.waitUntilHeard(FrameTime(60_000)))
        try sink.finish(within: .seconds(5))
        let second = SinkReport.starved(
            at: FrameTime(30_000), sourceFrame: FrameTime(30_000),
            clip: PublishedClip(plan: 2, index: 0))
        #expect(
            log.reports.filter { if case .starved = $0 { true } else { false } }
                == [first, second])
    }

    /// The ends that a sink reports of sources that play from frame 0: `mine` of 10 000 frames as
    /// in `clips`, beside another one of 40 000.
    private func ends(
        _ clips: [(isMine: Bool, start: Int64, end: Int64, from: Int64)]
    ) throws -> [FrameTime] {
        let mine = Signal.indexed(frameCount: 10_000).stored()
        let other = Signal.indexed(frameCount: 40_000).stored()
        let mix = PublishedMix()
        let log = ReportLog()
        let sink = NullSink(clock: .virtual)
        let planned = clips.map {
            Clip(
                source: $0.isMine ? mine.handle : other.handle,
                output: FrameRange(FrameTime($0.start), FrameTime($0.end)),
                sourceStart: FrameTime($0.from))
        }
        mix.publish(MixPlan(clips: planned), keeping: [mine, other])
        mix.grantedEnd = FrameTime(30_000)
        sink.start(rendering: mix, report: log.receive)
        let over = log.first { report in
            if case .exhausted = report { true } else { report == .heard(FrameTime(30_000)) }
        }
        #expect(over != nil)
        try sink.finish(within: .seconds(5))
        return log.reports.compactMap {
            if case .exhausted(let frame, _) = $0 { frame } else { nil }
        }
    }

    @Test(
        "stops where a source ends before a break after which it was to continue",
        arguments: [10_000, 12_000])
    func endsBeforeBreak(begin: Int64) throws {
        let clips: [(Bool, Int64, Int64, Int64)] = [
            (true, 0, begin, 0), (false, begin, 20_000, 0), (true, 20_000, 40_000, begin),
        ]
        #expect(try ends(clips) == [FrameTime(10_000)])
    }

    @Test("plays on where a source ends that takes turns with itself, or under another one")
    func turns() throws {
        // Music plays from its beginning again; and a stream ends while a spot is heard.
        #expect(try ends([(true, 0, 10_000, 0), (true, 10_000, 20_000, 0)]) == [])
        let under: [(Bool, Int64, Int64, Int64)] = [
            (true, 0, 12_000, 0), (false, 8_000, 20_000, 0), (true, 20_000, 40_000, 12_000),
        ]
        #expect(try ends(under) == [FrameTime(20_000)])
    }
}
