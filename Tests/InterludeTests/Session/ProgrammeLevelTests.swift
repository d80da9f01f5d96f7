import AudioDecoding
import AudioMixing
import MediaTime
import PCMAudio
import Playout
import Testing

@testable import Interlude

@Suite("The levels of the programme")
struct ProgrammeLevelTests {
    /// A stream that begins with its frame `sourceStart`, and is heard in `ranges` of the output.
    private static func programme(
        from sourceStart: Int64, in ranges: [Range<Int64>], before end: Int64
    ) -> HeardProgramme {
        var timeline = OutputTimeline()
        for range in ranges {
            timeline.add(
                PlannedClip(
                    voice: .stream(generation: 1),
                    output: FrameRange(FrameTime(range.lowerBound), FrameTime(range.upperBound)),
                    sourceStart: FrameTime(sourceStart + range.lowerBound),
                    envelope: .unity))
        }
        var programme = HeardProgramme()
        programme.note(timeline, before: FrameTime(end))
        return programme
    }

    /// The blocks of a stream whose block n has the mean square n, as ``LoudnessTrack`` gives them.
    private static func blocks(
        _ generation: Int, _ range: FrameRange
    ) -> (start: FrameTime, energies: [Double]) {
        let hop = LoudnessTrack.hop
        let first = (Int(range.start.frames) + hop - 1) / hop
        let last = (Int(range.end.frames) - LoudnessTrack.blockLength) / hop
        guard range.count >= LoudnessTrack.blockLength, last >= first else { return (.zero, []) }
        return (FrameTime(Int64(first * hop)), (first...last).map(Double.init))
    }

    private static func numbers(_ levels: [HeardLevel]) -> [Int] {
        levels.map { Int(saturating: LoudnessGate.energy(of: $0.loudness).rounded()) }
    }

    @Test("are each block that ended since the last ones, once, however often they are taken")
    func once() {
        var whole = ProgrammeLevels()
        let all = whole.take(
            Self.programme(from: 0, in: [0..<480_000], before: 96_000), before: FrameTime(96_000),
            Self.blocks)
        #expect(Self.numbers(all) == Array(0...16))
        #expect(all.first?.range == FrameRange(FrameTime(14_400), FrameTime(19_200)))
        #expect(all.allSatisfy { $0.truePeak == -.infinity })
        var pieces = ProgrammeLevels()
        let taken = stride(from: Int64(0), through: 96_000, by: 7001).flatMap { end in
            pieces.take(
                Self.programme(from: 0, in: [0..<480_000], before: end), before: FrameTime(end),
                Self.blocks)
        }
        #expect(taken == Array(all.prefix(taken.count)) && taken.count == 15)
    }

    @Test("are at the output frames at which they are heard")
    func placed() {
        var levels = ProgrammeLevels()
        let found = levels.take(
            Self.programme(from: 1000, in: [0..<48_000], before: 48_000),
            before: FrameTime(48_000), Self.blocks)
        #expect(found.first?.range.end == FrameTime(4800 + 19_200 - 1000))
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.range.end == $1.range.start })
    }

    @Test("leave out what is not heard, and blocks across it")
    func breaks() {
        var levels = ProgrammeLevels()
        let found = levels.take(
            Self.programme(from: 0, in: [0..<48_000, 96_000..<144_000], before: 144_000),
            before: FrameTime(144_000), Self.blocks)
        #expect(Self.numbers(found) == Array(0...6) + Array(20...26))
    }

    @Test("are silent where the stream is")
    func silent() {
        var levels = ProgrammeLevels()
        let found = levels.take(
            Self.programme(from: 0, in: [0..<48_000], before: 19_200), before: FrameTime(19_200)
        ) { _, range in (range.start, [0]) }
        #expect(found.map(\.loudness) == [-.infinity])
    }
}
