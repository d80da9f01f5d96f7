import AudioMixing
import MediaTime
import PCMAudio
import TestSignals
import Testing

@testable import AudioSinks

@Suite("Blocks of heard audio")
struct HeardBlocksTests {
    private static let signal = Signal.indexed(frameCount: 500_000)

    /// A reader's result.
    private struct Reading {
        var ranges: [FrameRange] = []
        var samples: [Float] = []
    }

    private enum Reader {
        case reading
        /// Reads only after everything is rendered.
        case late
    }

    /// Renders `frameCount` frames in virtual time, and reads the blocks.
    private func read(
        _ frameCount: Int, _ whenFull: HeardBlocks.WhenFull, by reader: Reader
    ) throws -> Reading {
        let store = Self.signal.stored()
        let blocks = HeardBlocks(whenFull: whenFull)
        let heard = HeardAudio(for: [blocks])
        let mix = PublishedMix(handingOnTo: heard)
        let log = ReportLog()
        let sink = NullSink(clock: .virtual)
        let clip = Clip(
            source: store.handle, output: FrameRange(.zero, FrameTime(500_000)), sourceStart: .zero)
        mix.publish(MixPlan(clips: [clip]), keeping: [store])
        sink.start(rendering: mix, report: log.receive)
        mix.grantedEnd = FrameTime(Int64(frameCount))
        var reading = Reading()
        func take() -> Bool {
            blocks.takeNext { range, samples in
                reading.ranges.append(range)
                for index in samples.indices { reading.samples.append(samples[index]) }
            } == .read
        }
        if reader == .reading {
            for _ in 0..<frameCount / HeardBlocks.frameCount {
                let isThere = take()
                #expect(isThere)
            }
        }
        #expect(log.waitUntilHeard(FrameTime(Int64(frameCount))))
        try sink.finish(within: .seconds(5))
        heard.finish()
        while take() {}
        return reading
    }

    @Test("hold all of it, up to the last frame, if the sink waits for the reader")
    func whole() throws {
        let reading = try read(450_007, .wait, by: .reading)
        #expect(reading.ranges.count == 94)
        #expect(reading.ranges.first?.start == .zero)
        #expect(zip(reading.ranges, reading.ranges.dropFirst()).allSatisfy { $0.end == $1.start })
        #expect(reading.ranges.dropLast().allSatisfy { $0.count == HeardBlocks.frameCount })
        #expect(reading.ranges.last?.end == FrameTime(450_007))
        #expect(reading.samples == Array(Self.signal.samples[..<900_014]))
    }

    @Test("hold as much as there was room for if the sink must not wait")
    func dropped() throws {
        let reading = try read(450_007, .drop, by: .late)
        #expect(reading.ranges.count == HeardBlocks.capacity)
        for (range, start) in zip(
            reading.ranges, stride(from: 0, to: reading.samples.count, by: 9600))
        {
            let first = 2 * Int(range.start.frames)
            #expect(
                Array(reading.samples[start..<start + 9600])
                    == Array(Self.signal.samples[first..<first + 9600]))
        }
    }

    @Test("hold nothing while the queue is suspended, which delays no sink, and then what follows")
    func suspended() throws {
        let store = Self.signal.stored()
        let blocks = HeardBlocks(whenFull: .wait)
        let mix = PublishedMix(handingOnTo: HeardAudio(for: [blocks]))
        let log = ReportLog()
        let sink = NullSink(clock: .virtual)
        let clip = Clip(
            source: store.handle, output: FrameRange(.zero, FrameTime(500_000)), sourceStart: .zero)
        mix.publish(MixPlan(clips: [clip]), keeping: [store])
        sink.start(rendering: mix, report: log.receive)
        // These are complete, and not read before the queue is suspended.
        mix.grantedEnd = FrameTime(9600)
        #expect(log.waitUntilHeard(FrameTime(9600)))
        blocks.suspend()
        mix.grantedEnd = FrameTime(400_000)
        #expect(log.waitUntilHeard(FrameTime(400_000)))
        blocks.resume()
        mix.grantedEnd = FrameTime(408_000)
        #expect(log.waitUntilHeard(FrameTime(408_000)))
        try sink.finish(within: .seconds(5))
        blocks.finish()
        var ranges: [FrameRange] = []
        while true {
            let outcome = blocks.takeNext { range, _ in ranges.append(range) }
            if outcome == .over { break }
        }
        // A block has begun when the queue is resumed, and is complete 3200 frames later.
        let resumed = FrameTime(398_400)
        #expect(
            ranges == [FrameRange(resumed, count: 4800), FrameRange(resumed + 4800, count: 4800)])
    }

    @Test("hold neither frames that were never heard nor frames that were replaced")
    func replaced() {
        let blocks = HeardBlocks(whenFull: .drop)
        let mix = PublishedMix(handingOnTo: HeardAudio(for: [blocks]))
        let renderer = SinkRenderer(mix: mix, report: { _ in })
        let stores = [Float(0.25), 0.5].map { level in
            Signal(frameCount: 14_400) { _ in level }.stored()
        }
        var room = [Float](repeating: 0, count: 2 * 9600)
        for (store, start) in zip(stores, [FrameTime.zero, FrameTime(4800)]) {
            let clip = Clip(
                source: store.handle, output: FrameRange(.zero, FrameTime(14_400)),
                sourceStart: .zero)
            mix.publish(MixPlan(validFrom: start, clips: [clip]), keeping: [store])
            #expect(renderer.adoptNewest(replacingFrom: start) == .adopted)
            room.withUnsafeMutableBufferPointer { renderer.render(into: $0) }
            renderer.noteHeard(start + 4800, reportingEvery: .max)
        }
        blocks.finish()
        var levels: [Float] = []
        while blocks.takeNext({ _, samples in levels.append(samples[9599]) }) == .read {}
        #expect(levels == [0.25, 0.5])
    }
}
