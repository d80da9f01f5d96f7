import AudioDecoding
import MediaTime
import PCMAudio
import TestSignals
import Testing

@testable import Playout

@Suite("Programme writer")
struct ProgrammeWriterTests {
    private static let packet = 1152
    /// The buffer is measured after each block.
    private static let moment = MonotonicTime(nanoseconds: 0)

    /// A pace that has learned that the station is faster by `drift` ppm.
    private static func pace(drift: Int) -> LivePace {
        let pace = LivePace(of: .byClock)
        let store = SampleStore(capacity: 1)
        pace.follow(store, in: ProgrammeTime())
        var stream = 3.0 * Double(FrameTime.rate)
        var programme = 0.0
        for _ in 0..<12_000 {
            store.handle.advance(
                to: FrameTime(Int64(saturating: programme)), keeping: 0, at: Self.moment)
            pace.note(edge: FrameTime(Int64(saturating: stream)), at: Self.moment)
            stream += 4800 * (1 + Double(drift) / 1e6)
            // The render follows the correction, which the map of this store does not have.
            programme += 4800 * (1 + Double(pace.correction.partsPerMillion) / 1e6)
        }
        return pace
    }

    /// Writes samples that encode their frames in `range` into a store that begins at `start`.
    private static func write(
        _ range: Range<Int>, from start: FrameTime = .zero, in time: ProgrammeTime,
        at pace: LivePace, leavingOut hole: Range<Int> = 0..<0
    ) -> SampleStore {
        let store = SampleStore(capacity: range.count + FrameTime.rate, startingAt: start)
        pace.follow(store, in: time)
        var writer = ProgrammeWriter(
            store, measuringInto: LoudnessTrack(startingAt: start), in: time, at: pace,
            keptIn: TimeShiftStore())
        for frame in stride(from: range.lowerBound, to: range.upperBound, by: packet)
        where !hole.contains(frame) {
            let samples = Signal.placed(frame..<frame + packet).samples
            writer.write(samples.span, at: FrameTime(Int64(frame)))
        }
        writer.finish()
        store.finish()
        return store
    }

    /// The stream frame encoded in programme frame `frame` of `store`.
    private static func index(_ store: SampleStore, _ frame: FrameTime) -> Double {
        Signal(samples: store.samples(in: FrameRange(frame, count: 1))).place(at: 0)
    }

    @Test("samples are where the map says", arguments: [-400, 300])
    func mapped(drift: Int) {
        let time = ProgrammeTime()
        let pace = Self.pace(drift: drift)
        let store = Self.write(0..<30 * 48_000, in: time, at: pace)
        for frame in stride(from: 0, to: 29 * 48_000, by: 4799) {
            let place = FrameTime(Int64(frame))
            let stream = Double(time.streamFrame(at: place).frames)
            #expect(abs(Self.index(store, place) - stream) < 1)
        }
        // 30 s of it are shortened this much.
        let shortened = Double(30 * 48_000 - (store.readyEnd - .zero))
        #expect(abs(shortened - Double(pace.correction.partsPerMillion) * 30 * 0.048) < 5)
    }

    @Test("a listener whose clock agrees gets every sample unchanged")
    func untouched() {
        let store = Self.write(0..<10 * 48_000, in: ProgrammeTime(), at: Self.pace(drift: 0))
        let expected = Signal.placed(0..<480_384).samples
        #expect(
            FirstDifference(store.samples(in: FrameRange(.zero, store.readyEnd)), from: expected)
                == nil)
    }

    @Test("a listener without a clock of their own gets no correction")
    func supplied() {
        let pace = LivePace(of: .bySupply)
        let store = SampleStore(capacity: 1)
        pace.follow(store, in: ProgrammeTime())
        for second in 0..<600 as Range<Int64> {
            store.handle.advance(
                to: FrameTime(second * 48_000), keeping: 0, at: Self.moment)
            pace.note(edge: FrameTime(second * 50_000), at: Self.moment)
        }
        #expect(pace.correction == .none)
    }

    @Test("a jump leads to exactly the requested frame, with the same audio as before")
    func jumped() {
        let pace = Self.pace(drift: 300)
        let time = ProgrammeTime()
        let store = Self.write(0..<30 * 48_000, in: time, at: pace)
        let target = FrameTime(20 * 48_000)
        let branch = time.branch(at: target)
        let stream = Int(time.streamFrame(at: target).frames)
        let again = Self.write(
            stream - 48_000..<stream + 5 * 48_000, from: target, in: branch, at: pace)
        #expect(again.start == target)
        #expect(Self.index(again, target) == Double(stream))
        #expect(abs(Self.index(store, target) - Double(stream)) < 1)
        let later = target + 4 * 48_000
        #expect(abs(Self.index(again, later) - Double(branch.streamFrame(at: later).frames)) < 1)
    }

    @Test("lost audio becomes silence of its length, and the rest stays in its place")
    func missing() {
        let hole = 10 * 1152 * 20..<10 * 1152 * 21
        let time = ProgrammeTime()
        let store = Self.write(
            0..<1152 * 400, in: time, at: Self.pace(drift: -300), leavingOut: hole)
        let middle = time.programmeFrame(of: FrameTime(Int64(hole.lowerBound + 5760)))
        #expect(store.samples(in: FrameRange(middle, count: 1)).allSatisfy { abs($0) < 1e-6 })
        let after = time.programmeFrame(of: FrameTime(Int64(hole.upperBound + 4800)))
        #expect(abs(Self.index(store, after) - Double(hole.upperBound + 4800)) < 1)
    }

    /// The pace of a listener with six seconds buffered and a surplus of `excess` frames, after
    /// `count` measurements with a surplus.
    private static func pace(tooMuch excess: Int, looked count: Int) -> LivePace {
        let pace = LivePace(of: .byClock)
        let store = SampleStore(capacity: 1)
        pace.follow(store, in: ProgrammeTime())
        pace.catchUp(by: excess)
        var position = FrameTime.zero
        var left = count
        while left > 0 {
            if pace.surplus > 0 { left -= 1 }
            position = position + 4800
            store.handle.advance(to: position, keeping: 0, at: Self.moment)
            pace.note(edge: position + 6 * 48_000, at: Self.moment)
        }
        return pace
    }

    @Test(
        "silence is removed from a surplus, and the map shows where, corrected or not",
        arguments: [1, 50])
    func silence(looked count: Int) {
        let pace = Self.pace(tooMuch: 48_000, looked: count)
        let time = ProgrammeTime()
        let store = SampleStore(capacity: 12 * FrameTime.rate)
        var writer = ProgrammeWriter(
            store, measuringInto: nil, in: time, at: pace, keptIn: TimeShiftStore())
        let silence = Self.packet * 100..<Self.packet * 200
        for frame in stride(from: 0, to: Self.packet * 400, by: Self.packet) {
            let samples =
                silence.contains(frame)
                ? [Float](repeating: 0, count: 2 * Self.packet)
                : Signal.placed(frame..<frame + Self.packet).samples
            writer.write(samples.span, at: FrameTime(Int64(frame)))
        }
        writer.finish()
        store.finish()
        // As many whole packets as there are in a second.
        let leftOut = 41 * Self.packet
        #expect(pace.surplus < Self.packet)
        let end = FrameTime(Int64(Self.packet * 400))
        let isCorrected = pace.correction != .none
        #expect(abs(time.programmeFrame(of: end) + leftOut - end) < (isCorrected ? 1000 : 1))
        for frame in [1000, silence.lowerBound - 500, silence.upperBound + 500, 400_000] {
            let place = time.programmeFrame(of: FrameTime(Int64(frame)))
            #expect(abs(time.streamFrame(at: place) - FrameTime(Int64(frame))) <= 1)
            let index = Self.index(store, place)
            #expect(abs(index - Double(frame)) < 1.5, "\(frame)")
            if !isCorrected { #expect(index == Double(frame)) }
        }
    }
}
