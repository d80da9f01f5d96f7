import AudioMixing
import AudioSinks
import MediaTime
import PCMAudio
import TestSignals
import Testing

@Suite("The thread of a sink without a device", .timeLimit(.minutes(1)))
struct LoopWaitTests {
    @Test("answers a request to switch while it waits for a grant")
    func switchWhileWaiting() throws {
        let log = ReportLog()
        let mix = PublishedMix()
        let sink = NullSink(clock: .virtual)
        sink.start(rendering: mix, report: log.receive)
        #expect(log.waitUntilHeard(.zero))
        // In one of the rounds it waits already.
        for round in 1...50 {
            sink.requestSwitch()
            try #require(log.switchable(count: round).count == round)
            let plan = mix.publish(MixPlan(), keeping: [])
            try #require(log.first { $0 == .adopted(plan: plan) } != nil)
        }
        try sink.finish(within: .seconds(5))
    }

    @Test("renders up to its grant as soon as there are as many samples, and waits for no more")
    func samples() throws {
        let log = ReportLog()
        let mix = PublishedMix()
        let store = SampleStore(capacity: 96_000)
        let clip = Clip(
            source: store.handle, output: FrameRange(.zero, .distantFuture), sourceStart: .zero)
        let plan = mix.publish(MixPlan(clips: [clip]), keeping: [store])
        let sink = NullSink(clock: .virtual)
        sink.start(rendering: mix, report: log.receive)
        #expect(log.first { $0 == .adopted(plan: plan) } != nil)
        // In one of the rounds it waits already.
        for round in 1...50 {
            let end = FrameTime(Int64(round * 480))
            mix.nextMark = end
            mix.grantedEnd = end
            for frameCount in [1, 478, 1] {
                _ = store.append([Float](repeating: 0, count: 2 * frameCount).span)
            }
            try #require(log.waitUntilHeard(end))
        }
        store.finish()
        try sink.finish(within: .seconds(5))
    }

    @Test(
        "reports once that a source has ended before its clip, where it ends",
        arguments: [nil, 9_600])
    func exhausted(length: Int?) throws {
        let log = ReportLog()
        let mix = PublishedMix()
        let sink = NullSink(clock: .real(speed: 1))
        sink.start(rendering: mix, report: log.receive)
        sink.requestSwitch()
        let store = Signal.indexed(frameCount: 4_800).stored()
        // On a busy machine a plan may come too late, and another frame is named.
        var start = FrameTime.zero
        for number in 1... {
            let named = log.namedFrames(count: number)
            try #require(named.count >= number)
            start = named[number - 1]
            let end = length.map { start + $0 } ?? .distantFuture
            let clip = Clip(
                source: store.handle, output: FrameRange(start, end), sourceStart: .zero)
            let plan = mix.publish(MixPlan(validFrom: start, clips: [clip]), keeping: [store])
            sink.mixChanged()
            let isAdopted = log.wait {
                if log.reports.contains(.adopted(plan: plan)) { return true }
                return log.reports.compactMap(\.namedFrame).count > number ? false : nil
            }
            if try #require(isAdopted as Bool?) { break }
        }
        _ = log.first { if case .exhausted = $0 { true } else { false } }
        let place = sink.renderedFrame
        #expect(log.waitUntilHeard(place + 4_800))
        try sink.finish(within: .seconds(5))
        let ended = log.reports.compactMap { report in
            if case .exhausted(let frame, let clip) = report { (frame, clip.index) } else { nil }
        }
        #expect(ended.count == 1)
        #expect(ended.first?.0 == start + 4_800 && ended.first?.1 == 0)
    }
}
