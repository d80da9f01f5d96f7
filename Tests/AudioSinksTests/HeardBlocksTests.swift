import AudioMixing
import AudioSinks
import MediaTime
import PCMAudio
import TestSignals
import Testing

@Suite("What was heard, in blocks")
struct HeardBlocksTests {
    private static let signal = Signal.indexed(frameCount: 500_000)

    /// What a reader got.
    private struct Reading {
        var ranges: [FrameRange] = []
        var samples: [Float] = []
    }

    private enum Reader {
        case reading
        /// Reads only when all is rendered.
        case late
    }

    /// Renders `frameCount` frames in virtual time, and reads what is handed on.
    private func read(
        _ frameCount: Int, _ whenFull: HeardBlocks.WhenFull, by reader: Reader
    ) throws -> Reading {
        let store = Self.signal.stored()
        let blocks = HeardBlocks(whenFull: whenFull)
        let heard = HeardAudio(packets: nil, blocks: blocks)
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
            }
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

    @Test("is all of it, up to the last frame, where the sink waits for the reader")
    func whole() throws {
        let reading = try read(450_007, .wait, by: .reading)
        #expect(reading.ranges.count == 94)
        #expect(reading.ranges.first?.start == .zero)
        #expect(zip(reading.ranges, reading.ranges.dropFirst()).allSatisfy { $0.end == $1.start })
        #expect(reading.ranges.dropLast().allSatisfy { $0.count == HeardBlocks.frameCount })
        #expect(reading.ranges.last?.end == FrameTime(450_007))
        #expect(reading.samples == Array(Self.signal.samples[..<900_014]))
    }

    @Test("is what there was room for, where the sink must not wait")
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
}
