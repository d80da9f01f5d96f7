import Interlude
import MediaTime
import Testing

@testable import SessionReports

@Suite("What must be heard in a session")
struct SessionExpectationTests {
    /// The results of an expectation, as `name` or `name: deviation`.
    private static func results(
        tolerance: Int = 0, _ expect: (inout SessionExpectation) -> Void
    ) -> [String] {
        var expectation = SessionExpectation(tolerance: tolerance)
        expect(&expectation)
        let results = expectation.results(
            in: HeardSession.summary, played: HeardSession.played, levels: HeardSession.levels)
        return results.map { $0.reason ?? $0.name }
    }

    @Test("is not checked in what it leaves out")
    func empty() {
        #expect(Self.results { _ in } == [])
    }

    @Test(
        "has exact counts, and limits of what goes wrong",
        arguments: [
            (2, 3, 1, ["2 breaks", "3 spots", "at most 1 failed spot"]),
            (1, 4, 0, ["1 break: 2 heard", "4 spots: 3 heard", "no failed spots: 1"]),
            (3, 2, 9, ["3 breaks: 2 heard", "2 spots: 3 heard", "at most 9 failed spots"]),
        ])
    func counts(breaks: Int, spots: Int, failed: Int, words: [String]) {
        let results = Self.results {
            ($0.breakCount, $0.spotCount, $0.failedLimit) = (breaks...breaks, spots...spots, failed)
        }
        #expect(results == words)
    }

    @Test(
        "has ranges of counts, with both ends",
        arguments: [
            (2...3, 0...3, ["2 to 3 breaks", "0 to 3 spots"]),
            (0...1, 4...9, ["0 to 1 break: 2 heard", "4 to 9 spots: 3 heard"]),
            (1...2, 3...4, ["1 to 2 breaks", "3 to 4 spots"]),
        ])
    func ranges(breaks: ClosedRange<Int>, spots: ClosedRange<Int>, words: [String]) {
        #expect(Self.results { ($0.breakCount, $0.spotCount) = (breaks, spots) } == words)
    }

    @Test(
        "has the number of decisions of ad servers, none without ads and none that failed",
        arguments: [
            (["received", "received"], "2 decisions"),
            (["received"], "2 decisions: 1 with ads, 0 without, 0 failed"),
            (
                ["received", "noAd", "received"],
                "2 decisions: 2 with ads, 1 without, 0 failed"
            ),
            (
                ["received", "received", "failed"],
                "2 decisions: 2 with ads, 0 without, 1 failed"
            ),
        ])
    func decisions(outcomes: [String], words: String) {
        var summary = SessionSummary()
        for outcome in outcomes {
            summary.note(EventRecord("decision.requested", at: .zero))
            summary.note(EventRecord("decision.\(outcome)", at: .zero))
        }
        var expectation = SessionExpectation(tolerance: 0)
        expectation.decisionCount = 2
        let results = expectation.results(
            in: summary, played: HeardSession.played, levels: HeardSession.levels)
        #expect(results.map { $0.reason ?? $0.name } == [words])
    }

    @Test(
        "has limits of underruns, of the stream and of the device",
        arguments: [
            (
                3, 1, 2,
                ["at most 3 underruns", "at most 1 underrun of the stream"]
                    + ["at most 2 underruns of the device"]
            ),
            (
                2, 0, 1,
                ["at most 2 underruns: 3", "no underruns of the stream: 1"]
                    + ["at most 1 underrun of the device: 2"]
            ),
        ])
    func underruns(total: Int, stream: Int, device: Int, words: [String]) {
        let results = Self.results {
            $0.underruns = .init(total: total, stream: stream, device: device)
        }
        #expect(results == words)
    }

    @Test(
        "has the time played, to the frame or within a tolerance",
        arguments: [
            (2_880_000, 0, "played 60.000 s"),
            (2_880_001, 0, "played 60.000 s: 60.000 s, 1 frame too short"),
            (2_879_990, 9, "played 60.000 s: 60.000 s, 10 frames too long"),
            (2_879_990, 10, "played 60.000 s"),
            (2_904_000, 23_999, "played 60.500 s: 60.000 s, 0.500 s too short"),
        ])
    func played(frames: Int, tolerance: Int, words: String) {
        #expect(Self.results(tolerance: tolerance) { $0.played = .frames(frames) } == [words])
    }

    @Test(
        "has the longest gap, in whole frames",
        arguments: [(0, "no gap: a gap of 0.02 ms in break 1"), (1, "no gap over 0.0 ms")])
    func gap(frames: Int, words: String) {
        #expect(Self.results { $0.gapLimit = .frames(frames) } == [words])
    }

    @Test("of a gap is not met if there was none to measure")
    func unmeasuredGap() {
        var expectation = SessionExpectation(tolerance: 0)
        expectation.gapLimit = .zero
        let results = expectation.results(
            in: SessionSummary(), played: .zero, levels: LevelHistory())
        #expect(
            results.map(\.deviation) == ["no spot was followed by another one or by the stream"])
    }

    @Test(
        "has the state at the end, without the stop itself",
        arguments: [(.paused, "paused at the end"), (.playing, "playing at the end: paused")]
            as [(PlayerStatus.State, String)])
    func finalState(state: PlayerStatus.State, words: String) {
        #expect(Self.results { $0.finalState = state } == [words])
    }

    @Test(
        "has the times at which the stream is back after a break",
        arguments: [
            (28.0, "stream back at 28.000 s"), (45.0, "stream back at 45.000 s"),
            (29.0, "stream back at 29.000 s: at 28.000 s, 1.000 s too early"),
            (44.5, "stream back at 44.500 s: at 45.000 s, 0.500 s too late"),
        ])
    func returns(seconds: Double, words: String) throws {
        let time = FrameTime(try Duration(checking: seconds, within: .position))
        #expect(Self.results { $0.returns = [time] } == [words])
    }

    @Test(
        "takes each return of the stream for one expectation, that of its time before others",
        arguments: [
            (
                [28.5, 45, 80],
                [": at 28.000 s, 0.500 s too early", "", ": it returned only 2 times"]
            ),
            ([28.5, 45, 28], [": it returned only 2 times", "", ""]),
        ])
    func returnsOnce(seconds: [Double], words: [String]) throws {
        let times = try seconds.map { try Duration(checking: $0, within: .position) }
        let results = Self.results { $0.returns = times.map { FrameTime($0) } }
        let names = times.map { "stream back at \(FrameWords.seconds($0))" }
        #expect(results == zip(names, words).map { $0 + $1 })
    }

    @Test(
        "names spots that must not be heard",
        arguments: [
            ("gone.mp3", "no spot gone.mp3"), ("Tea", "no spot Tea: heard at 20.000 s"),
        ])
    func unheard(name: String, words: String) {
        #expect(Self.results { $0.unheard = [name] } == [words])
    }
}
