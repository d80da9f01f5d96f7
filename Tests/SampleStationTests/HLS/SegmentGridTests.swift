import SampleStation
import Testing

@Suite("Segments of live HLS") struct SegmentGridTests {
    private static let plans = [
        StationBreaks(every: .seconds(60), length: .seconds(30)),
        StationBreaks(every: .seconds(10), length: .seconds(5)),
        StationBreaks(every: .milliseconds(7_300), length: .milliseconds(6_300)),
        StationBreaks(every: .seconds(2), length: .seconds(1)),
        nil,
    ]

    @Test("follow each other, and none is longer than planned", arguments: plans)
    func lengths(breaks: StationBreaks?) {
        let grid = SegmentGrid(
            segmentLength: .seconds(4), onAir: .milliseconds(75_040), breaks: breaks)
        #expect(grid.boundary(before: 0) == .zero)
        for segment in 0..<400 {
            let length = grid.boundary(before: segment + 1) - grid.boundary(before: segment)
            #expect(length > .zero && length <= .seconds(4))
        }
    }

    @Test("begin with a break, and again with the programme after it", arguments: plans)
    func joints(breaks: StationBreaks?) throws {
        guard let breaks else { return }
        let grid = SegmentGrid(
            segmentLength: .seconds(4), onAir: .milliseconds(75_040), breaks: breaks)
        for number in [1, 2, 3, 1_000] {
            let first = grid.firstSegment(of: number)
            let after = grid.segmentAfter(number)
            let start = grid.onAir + breaks.start(of: number)
            #expect(grid.boundary(before: first) == start)
            #expect(grid.boundary(before: after) == start + breaks.length)
            #expect(grid.relation(of: first) == .begins(number))
            for segment in (first + 1)..<after {
                #expect(grid.relation(of: segment) == .continues(number))
            }
            guard case .follows(number, let isLast) = grid.relation(of: after) else {
                Issue.record("\(grid.relation(of: after))")
                continue
            }
            let last = grid.firstSegment(of: number + 1) - 1
            #expect(isLast == (last == after))
            if last > after { #expect(grid.relation(of: last) == .precedes(number + 1)) }
        }
        #expect(grid.relation(of: grid.firstSegment(of: 1) - 1) == .precedes(1))
        #expect(grid.relation(of: 0) == .none)
    }

    @Test("have no relation to breaks where there are none")
    func none() {
        let grid = SegmentGrid(segmentLength: .seconds(4), onAir: .seconds(80), breaks: nil)
        #expect((0..<100).allSatisfy { grid.relation(of: $0) == .none })
    }

    @Test(
        "need breaks of a second that leave a second of the programme",
        arguments: [(60.0, 30.0, true), (2, 1, true), (60, 0.9, false), (60, 59.5, false)])
    func breaks(interval: Double, length: Double, isPossible: Bool) {
        let breaks = StationBreaks(every: .seconds(interval), length: .seconds(length))
        #expect((breaks != nil) == isPossible)
        #expect(StationBreaks(every: .seconds(86_401), length: .seconds(30)) == nil)
    }

    @Test(
        "know the break that is under way",
        arguments: [(-5, nil), (0, nil), (59, nil), (60, 1), (89, 1), (90, nil), (600, 10)])
    func underWay(second: Int, number: Int?) throws {
        let breaks = try #require(StationBreaks(every: .seconds(60), length: .seconds(30)))
        #expect(breaks.number(at: .seconds(second)) == number)
    }

    @Test("are complete when the first frame of the next one begins, not before")
    func complete() throws {
        let programme = try Samples.segmented(.aac)
        let edge = programme.completeCount(at: .seconds(100))
        let end = programme.frames(of: edge).upperBound
        let time = programme.programme.timeline.start(of: end) - programme.grid.onAir
        #expect(programme.completeCount(at: time - .nanoseconds(1)) == edge)
        #expect(programme.completeCount(at: time) == edge + 1)
        #expect(programme.window(at: time) == (edge + 1 - 8)..<(edge + 1))
        #expect(programme.served(at: time) == (edge + 1 - 24)..<(edge + 1))
    }

    @Test("fill the playlist of a station that has just gone on air", arguments: LiveCodec.allCases)
    func start(codec: LiveCodec) throws {
        #expect(try Samples.segmented(codec).window(at: .zero).count == 8)
    }
}
