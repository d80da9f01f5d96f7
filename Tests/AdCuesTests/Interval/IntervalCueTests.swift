import AdCues
import MediaTime
import Testing

@Suite("A19: breaks at an interval")
struct IntervalCueTests {
    private static let quarter = IntervalRule(
        every: .seconds(900), length: .seconds(60), distance: .seconds(300))

    /// The seconds at which breaks begin while the listener is at `places`, in seconds, one by one.
    private func begins(
        _ cues: inout IntervalCues, at places: some Sequence<Int>, notice: Int = 0
    ) -> [Int] {
        places.compactMap { place in
            cues.take(at: FrameTime(.seconds(place)), notice: notice * FrameTime.rate)
                .map { Int($0.position.frames) / FrameTime.rate }
        }
    }

    @Test("are due at the end of each interval from where the listener begins")
    func grid() {
        var cues = IntervalCues(Self.quarter)
        #expect(begins(&cues, at: 100...4000) == [1000, 1900, 2800, 3700])
    }

    @Test("are known some time before, with their length and numbers of their own")
    func notice() {
        var cues = IntervalCues(Self.quarter)
        #expect(begins(&cues, at: 0...889, notice: 10) == [])
        let cue = cues.take(at: FrameTime(.seconds(890)), notice: 10 * FrameTime.rate)
        #expect(cue?.kind == .out(duration: .seconds(60)))
        #expect(cue?.source == .interval && cue?.id == "1")
        #expect(cues.take(at: FrameTime(.seconds(891)), notice: 10 * FrameTime.rate) == nil)
        #expect(cues.take(at: FrameTime(.seconds(1800)), notice: 0)?.id == "2")
    }

    @Test("wait for the distance from another break, and go on at the next interval's end")
    func distance() {
        var cues = IntervalCues(Self.quarter)
        #expect(begins(&cues, at: 0...800) == [])
        cues.keepAway(from: FrameTime(.seconds(780)), until: FrameTime(.seconds(800)))
        #expect(cues.next == FrameTime(.seconds(1100)))
        #expect(begins(&cues, at: 801...2700) == [1100, 1800, 2700])
    }

    @Test("are left out if they are too close to another break and are not to be made up for")
    func leftOut() {
        var cues = IntervalCues(
            IntervalRule(
                every: .seconds(900), length: .seconds(60), distance: .seconds(300),
                catchesUp: false))
        #expect(begins(&cues, at: 0...800) == [])
        cues.keepAway(from: FrameTime(.seconds(780)), until: FrameTime(.seconds(800)))
        #expect(begins(&cues, at: 801...2700) == [1800, 2700])
    }

    @Test("wait for a break that begins right after them, but for no later one")
    func ahead() {
        var cues = IntervalCues(Self.quarter)
        #expect(begins(&cues, at: 0...800) == [])
        cues.keepAway(from: FrameTime(.seconds(1260)), until: FrameTime(.seconds(1290)))
        #expect(cues.next == FrameTime(.seconds(900)))
        cues.keepAway(from: FrameTime(.seconds(1259)), until: FrameTime(.seconds(1289)))
        #expect(cues.next == FrameTime(.seconds(1589)))
    }

    @Test("are left out while others keep them away for longer than an interval")
    func pileUp() {
        var cues = IntervalCues(Self.quarter)
        #expect(begins(&cues, at: 0...800) == [])
        cues.keepAway(from: FrameTime(.seconds(800)), until: FrameTime(.seconds(3000)))
        #expect(begins(&cues, at: 801...4500) == [3300, 4500])
    }

    @Test("G4: are left out if the listener jumps over them, and not heard twice")
    func jumps() {
        var cues = IntervalCues(Self.quarter)
        #expect(begins(&cues, at: [0, 902, 1799, 1800, 1000, 1800, 2699, 2700]) == [1800, 2700])
        // A moment late is not over.
        #expect(begins(&cues, at: [3600, 4501]) == [3600, 4500])
    }

    @Test("have times in range, whatever the rule says")
    func hostile() {
        let most = Duration.seconds(Int64.max)
        var longest = IntervalCues(IntervalRule(every: most, length: most, distance: most))
        #expect(begins(&longest, at: [0, 86_399, 86_400]) == [86_400])
        var least = IntervalCues(
            IntervalRule(every: .zero, length: .seconds(-1), distance: .seconds(-1)))
        #expect(least.take(at: .zero, notice: 0) == nil)
        #expect(least.take(at: FrameTime(4800), notice: 0)?.position == FrameTime(4800))
    }
}
