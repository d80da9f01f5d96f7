import MediaTime
import Playout
import Testing

@Suite("The programme that was heard")
struct HeardProgrammeTests {
    /// The stream frames noted of `drawing` before output frame `end`.
    private func heard(_ drawing: Drawing, before end: Int) -> [Range<Int>] {
        var programme = HeardProgramme()
        programme.note(drawing.timeline, before: FrameTime(Int64(end)))
        return frames(programme)
    }

    private func frames(_ programme: HeardProgramme) -> [Range<Int>] {
        programme.stretches.map { Int($0.stream.start.frames)..<Int($0.stream.end.frames) }
    }

    private static let spot = Arrangement.PlacedSpot.spot(1, 48_000..<96_000)

    @Test(
        "is the stream without the spots, whatever it does under them", arguments: Policy.allCases)
    func withoutSpots(policy: Policy) {
        var drawing = Drawing { $0.underSpots = policy.underSpots }
        drawing.at(48_000) { $0.spots = [Self.spot] }
        let back = policy == .hold ? 48_000 : 96_000
        let expected =
            policy == .hold ? [0..<48_000, 48_000..<72_000] : [0..<48_000, 96_000..<120_000]
        #expect(heard(drawing, before: 120_000) == expected)
        #expect(heard(drawing, before: 96_001).last == back..<(back + 1))
        #expect(heard(drawing, before: 72_000) == [0..<48_000])
    }

    @Test("is the stream without the longest possible row of spots", .timeLimit(.minutes(1)))
    func withoutManySpots() {
        var drawing = Drawing { $0.underSpots = Policy.mute.underSpots }
        drawing.at(48_000) {
            $0.spots = (1...60).map { .spot(UInt64($0), ($0 * 48_000)..<(($0 + 1) * 48_000)) }
        }
        #expect(heard(drawing, before: 3_000_000) == [0..<48_000, 2_928_000..<3_000_000])
    }

    /// The output frames of the parts of `drawing` in which the stream plays.
    private func parts(_ drawing: Drawing, _ range: Range<Int>) -> [Range<Int>] {
        drawing.timeline.streamParts(
            in: FrameRange(FrameTime(Int64(range.lowerBound)), count: range.count)
        ).map { Int($0.output.start.frames)..<Int($0.output.end.frames) }
    }

    @Test("has parts where no spot silences it, also without volume", arguments: Policy.allCases)
    func streamParts(policy: Policy) {
        var drawing = Drawing { $0.underSpots = policy.underSpots }
        drawing.at(48_000) { $0.spots = [Self.spot] }
        let parts = parts(drawing, 10_000..<120_000)
        let heard = parts.reduce(0) { $0 + $1.count }
        #expect(parts.first?.lowerBound == 10_000 && parts.last?.upperBound == 120_000)
        #expect(heard == (policy == .duck ? 110_000 : 62_000))
        var silent = Drawing()
        silent.at(24_000) { $0.volume = 0 }
        #expect(self.parts(silent, 0..<48_000).reduce(0) { $0 + $1.count } == 48_000)
    }

    @Test("excludes a stream that is muted, and includes one at another volume")
    func muted() {
        var drawing = Drawing()
        drawing.at(24_000) { $0.volume = 0.5 }
        drawing.at(48_000) { $0.programme?.state = .mutedByStreamer }
        drawing.at(72_000) { $0.programme?.state = .playing }
        #expect(heard(drawing, before: 96_000) == [0..<48_000, 72_000..<96_000])
    }

    @Test("goes no further than asked, and excludes audio that was replaced")
    func takenBack() {
        var drawing = Drawing()
        var programme = HeardProgramme()
        programme.note(drawing.timeline, before: FrameTime(48_000))
        drawing.at(30_000) { $0.programme?.position = FrameTime(500_000) }
        programme.note(drawing.timeline, before: FrameTime(30_000))
        #expect(frames(programme) == [0..<30_000])
        programme.note(drawing.timeline, before: FrameTime(31_000))
        #expect(frames(programme) == [0..<30_000, 500_000..<501_000])
    }

    @Test("is its last three minutes, with consecutive audio as one stretch")
    func limited() {
        let drawing = Drawing()
        var programme = HeardProgramme()
        for second in 1...200 {
            programme.note(drawing.timeline, before: FrameTime(Int64(second * 48_000)))
        }
        #expect(frames(programme) == [20 * 48_000..<200 * 48_000])
    }

    @Test("excludes all stretches that were replaced, also those that had begun later")
    func takenBackWhole() {
        var drawing = Drawing()
        drawing.at(20_000) { $0.programme?.position = FrameTime(500_000) }
        drawing.at(40_000) { $0.programme?.position = FrameTime(900_000) }
        var programme = HeardProgramme()
        programme.note(drawing.timeline, before: FrameTime(48_000))
        #expect(frames(programme) == [0..<20_000, 500_000..<520_000, 900_000..<908_000])
        var earlier = programme
        earlier.note(drawing.timeline, before: FrameTime(20_000))
        #expect(frames(earlier) == [0..<20_000])
        programme.note(drawing.timeline, before: FrameTime(30_000))
        #expect(frames(programme) == [0..<20_000, 500_000..<510_000])
        programme.note(drawing.timeline, before: FrameTime(48_000))
        #expect(frames(programme) == [0..<20_000, 500_000..<520_000, 900_000..<908_000])
    }

    @Test("drops whole stretches and parts of one from its beginning")
    func limitedStretches() {
        let second = 48_000
        var drawing = Drawing()
        drawing.at(5 * second) { $0.programme?.position = FrameTime(Int64(1000 * second)) }
        drawing.at(9 * second) { $0.programme?.position = FrameTime(Int64(2000 * second)) }
        for (end, first) in [
            (180, 0..<5 * second), (184, 4 * second..<5 * second),
            (185, 1000 * second..<1004 * second), (187, 1002 * second..<1004 * second),
            (189, 2000 * second..<2180 * second), (190, 2001 * second..<2181 * second),
        ] {
            #expect(heard(drawing, before: end * second).first == first, "\(end)")
        }
    }

    @Test("begins where it is said, and ends with another stream")
    func generations() {
        var drawing = Drawing()
        drawing.at(48_000) {
            $0.programme = .init(voice: .stream(generation: 2), position: FrameTime(48_000))
        }
        var programme = HeardProgramme(from: FrameTime(1000))
        programme.note(drawing.timeline, before: FrameTime(60_000))
        #expect(programme.stretches.map(\.generation) == [1, 2])
        #expect(frames(programme) == [1000..<48_000, 48_000..<60_000])
    }
}
