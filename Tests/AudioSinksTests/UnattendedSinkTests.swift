import AudioMixing
import MediaTime
import PCMAudio
import TestSignals
import Testing

@testable import AudioSinks

@Suite("A sink of a session that nobody listens to")
struct UnattendedSinkTests {
    /// A sink that takes its turns when the test says so.
    private final class Stage {
        let mix: PublishedMix
        let log = ReportLog()
        let sink = UnattendedSink(in: SinkRound())

        init(handingOnTo heardAudio: HeardAudio? = nil) {
            mix = PublishedMix(handingOnTo: heardAudio)
            sink.prepare(rendering: mix, report: log.receive)
        }

        /// A turn so many milliseconds after the beginning.
        @discardableResult
        func turn(at milliseconds: Int64) -> Bool {
            sink.takeTurn(at: MonotonicTime(nanoseconds: 1_000_000_000 + milliseconds * 1_000_000))
        }

        /// A turn every 100 ms.
        func turns(from first: Int64 = 0, until last: Int64) {
            for time in stride(from: first, through: last, by: 100) { turn(at: time) }
        }

        /// Plays `store` from output frame `start` on.
        func publish(_ store: SampleStore, from start: FrameTime) {
            let clip = Clip(
                source: store.handle, output: FrameRange(start, .distantFuture),
                sourceStart: .zero)
            mix.publish(MixPlan(validFrom: start, clips: [clip]), keeping: [store])
        }

        var starved: [FrameTime] {
            log.reports.compactMap { if case .starved(let at, _, _) = $0 { at } else { nil } }
        }
    }

    private static func store(frameCount: Int) -> SampleStore {
        let store = SampleStore(capacity: frameCount)
        _ = store.append(Signal.indexed(frameCount: frameCount).samples.span)
        return store
    }

    @Test("keeps time, and tells of it twice a second and at the mark")
    func keepsTime() {
        let stage = Stage()
        stage.mix.nextMark = FrameTime(28_000)
        stage.turns(until: 1000)
        #expect(stage.sink.heardFrame == FrameTime(48_000))
        #expect(stage.sink.renderedFrame == FrameTime(48_000))
        let heard = stage.log.reports.compactMap { report -> Int64? in
            if case .heard(let frame) = report { frame.frames } else { nil }
        }
        #expect(heard == [24_000, 28_800])
    }

    @Test("stands still while its turns are late, and is not starved then")
    func late() {
        let stage = Stage()
        let store = Self.store(frameCount: 48_000)
        stage.publish(store, from: .zero)
        stage.turn(at: 0)
        stage.turn(at: 5000)
        #expect(stage.sink.heardFrame == FrameTime(9600))
        stage.turn(at: 5100)
        #expect(stage.sink.heardFrame == FrameTime(14_400))
        #expect(stage.starved.isEmpty)
    }

    @Test("changes three tenths of a second ahead, under a plan that comes within two turns")
    func changes() {
        let stage = Stage()
        let store = Self.store(frameCount: 96_000)
        stage.turns(until: 500)
        stage.sink.requestSwitch()
        stage.turn(at: 600)
        let start = FrameTime(24_000 + 14_400)
        #expect(stage.log.switchable(count: 1) == [start])
        stage.turn(at: 700)
        stage.publish(store, from: start)
        stage.turn(at: 800)
        #expect(stage.log.reports.contains(.adopted(plan: 1)))
        #expect(stage.sink.heardFrame == start)
        stage.turn(at: 900)
        stage.turn(at: 1000)
        #expect(stage.sink.heardFrame == FrameTime(48_000))
        #expect(store.roomLeft == 48_000 - Int(start.frames))
    }

    @Test("goes on under the old plan when a new one is late, and refuses that")
    func refuses() {
        let stage = Stage()
        stage.turns(until: 500)
        stage.sink.requestSwitch()
        stage.turns(from: 600, until: 1000)
        #expect(stage.sink.heardFrame == FrameTime(48_000))
        stage.publish(Self.store(frameCount: 100), from: FrameTime(38_400))
        stage.turn(at: 1100)
        #expect(stage.log.refused(count: 1) == [FrameTime(48_000 + 14_400)])
        #expect(!stage.log.reports.contains(.adopted(plan: 1)))
    }

    @Test("tells the frame at which a source runs dry, and keeps nothing that was passed")
    func starves() {
        let stage = Stage()
        let store = Self.store(frameCount: 20_000)
        stage.publish(store, from: .zero)
        stage.turns(until: 400)
        #expect(stage.starved.isEmpty)
        #expect(store.roomLeft == 19_200)
        stage.turn(at: 500)
        #expect(stage.starved == [FrameTime(20_000)])
    }

    @Test("stands still in a source that has run dry, and leaves what comes to the next plan")
    func resumes() {
        let stage = Stage()
        let store = SampleStore(capacity: 48_000)
        _ = store.append(Signal.indexed(frameCount: 20_000).samples.span)
        stage.publish(store, from: .zero)
        stage.turns(until: 500)
        _ = store.append(Signal.indexed(frameCount: 28_000).samples.span)
        stage.turns(from: 600, until: 1000)
        #expect(stage.starved == [FrameTime(20_000)])
        #expect(store.reached == FrameTime(20_000))
        #expect(store.handle.oldest == FrameTime(20_000))
        let clip = Clip(
            source: store.handle, output: FrameRange(FrameTime(48_000), .distantFuture),
            sourceStart: FrameTime(20_000))
        stage.mix.publish(MixPlan(validFrom: FrameTime(48_000), clips: [clip]), keeping: [store])
        stage.turn(at: 1100)
        stage.turn(at: 1200)
        #expect(store.reached == FrameTime(29_600))
        #expect(stage.starved.count == 1)
    }

    @Test("stops at the end of the output, and takes no turn once it is finished")
    func ends() {
        let stage = Stage()
        stage.mix.outputEnd = FrameTime(30_000)
        stage.turns(until: 1000)
        #expect(stage.sink.heardFrame == FrameTime(30_000))
        stage.sink.finish(within: .zero)
        #expect(!stage.turn(at: 1100))
    }

    @Test("renders what others receive")
    func handsOn() throws {
        let blocks = HeardBlocks(whenFull: .drop)
        let stage = Stage(handingOnTo: HeardAudio(for: [blocks]))
        let signal = Signal.indexed(frameCount: 9600)
        let store = SampleStore(capacity: 9600)
        _ = store.append(signal.samples.span)
        stage.publish(store, from: .zero)
        stage.turns(until: 100)
        var heard: [Float] = []
        _ = blocks.takeNext { _, samples in heard = samples.withUnsafeBufferPointer { Array($0) } }
        #expect(heard == Array(signal.samples.prefix(9600)))
    }

    @Test("shares a thread with others, and ends while they go on", .timeLimit(.minutes(1)))
    func together() {
        let sinks = (0..<25).map { _ in UnattendedSink() }
        let logs = sinks.map { _ in ReportLog() }
        for (sink, log) in zip(sinks, logs) {
            sink.start(rendering: PublishedMix(), report: log.receive)
        }
        sinks[0].finish(within: .zero)
        #expect(logs.dropFirst().allSatisfy { $0.waitUntilHeard(FrameTime(24_000)) })
        for sink in sinks { sink.finish(within: .zero) }
        // The next one has a thread again.
        let log = ReportLog()
        let next = UnattendedSink()
        next.start(rendering: PublishedMix(), report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(24_000)))
        next.finish(within: .zero)
    }
}
