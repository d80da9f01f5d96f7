import AudioMixing
import AudioSinks
import MediaTime
import PCMAudio
import TestSignals
import Testing

@Suite("A null sink in real time")
struct NullSinkTests {
    @Test("keeps time: at ten times the speed, a second of audio takes a tenth")
    func keepsTime() throws {
        let log = ReportLog()
        let mix = PublishedMix()
        mix.nextMark = FrameTime(48_000)
        let sink = NullSink(clock: .real(speed: 10))
        let clock = ContinuousClock()
        let elapsed = clock.measure {
            sink.start(rendering: mix, report: log.receive)
            #expect(log.waitUntilHeard(FrameTime(48_000)))
        }
        try sink.finish(within: .seconds(5))
        #expect(elapsed >= .milliseconds(100))
    }

    @Test("stops waiting for a plan when it would run dry")
    func givesUp() throws {
        let log = ReportLog()
        let sink = NullSink(clock: .real(speed: 1))
        sink.start(rendering: PublishedMix(), report: log.receive)
        sink.requestSwitch()
        let frame = try #require(log.switchable(count: 1).first)
        #expect(log.waitUntilHeard(frame + 4800))
        try sink.finish(within: .seconds(5))
    }

    @Test("gives more and more time to a session that makes plans slowly, until one is in time")
    func slowSession() throws {
        let log = ReportLog()
        let mix = PublishedMix()
        let sink = NullSink(clock: .real(speed: 1))
        sink.start(rendering: mix, report: log.receive)
        sink.requestSwitch()
        var answerCount = 0
        while log.adoptionCount == 0, answerCount < 40 {
            answerCount += 1
            let frame = try #require(log.namedFrames(count: answerCount).last)
            // It takes 100 ms, which is longer than what is queued lasts.
            #expect(log.waitUntilHeard(sink.heardFrame + 4800))
            mix.publish(MixPlan(validFrom: frame), keeping: [])
            sink.mixChanged()
            #expect(
                log.wait { log.adoptionCount > 0 || log.refusalCount == answerCount ? true : nil }
                    == true)
        }
        try sink.finish(within: .seconds(5))
        #expect(log.adoptionCount == 1)
    }

    @Test("lets a second of a stream be rendered again, and no more be kept")
    func releases() throws {
        let store = SampleStore(capacity: 96_000)
        _ = store.append(Signal.indexed(frameCount: 96_000).samples.span)
        let log = ReportLog()
        let mix = PublishedMix()
        let clip = Clip(
            source: store.handle, output: FrameRange(.zero, .distantFuture), sourceStart: .zero)
        mix.publish(MixPlan(clips: [clip]), keeping: [store])
        let sink = NullSink(clock: .virtual)
        sink.start(rendering: mix, report: log.receive)
        mix.grantedEnd = FrameTime(60_000)
        #expect(log.waitUntilHeard(FrameTime(60_000)))
        try sink.finish(within: .seconds(5))
        #expect(store.roomLeft == 12_000)
    }
}
