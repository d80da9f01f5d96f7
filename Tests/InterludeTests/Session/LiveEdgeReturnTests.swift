import AdPlayback
import MediaTime
import Testing

@testable import Interlude

@Suite("A live stream after a break")
struct LiveEdgeReturnTests {
    private static let second = FrameTime.rate

    /// Two seconds with a spot in them, from 96 000 on.
    private static func scenario(
        _ policy: BreakPolicy, _ resume: SessionConfiguration.Resume, isMarked: Bool
    ) -> Scenario {
        let scenario = Scenario(frames: 6 * second).policy(policy, resume)
        return isMarked
            ? scenario.cue(.out(duration: .seconds(2)), at: 2 * second)
                .filling(.spot(0, frames: 2 * second))
            : scenario.push(2 * second, .spot(1, frames: 2 * second))
    }

    @Test(
        "F1: is at the live edge as before, whether it was muted or to be held",
        arguments: [BreakPolicy.mute, .hold], [true, false])
    func atEdge(policy: BreakPolicy, isMarked: Bool) async throws {
        let outcome = try await Self.scenario(policy, .live, isMarked: isMarked).run()
        #expect(outcome.frames(of: "slot.started") == [2 * Self.second])
        #expect(outcome.frames(of: "stream.muted") == [2 * Self.second])
        #expect(outcome.frames(of: "stream.held").isEmpty)
        #expect(outcome.frames(of: "stream.resumed") == [4 * Self.second])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(4 * Self.second)"])
        // The lag before a marked break is that of the time at which its marker became known.
        let (before, after) = Self.lags(outcome)
        #expect(isMarked || before != nil && before == after)
        let end = 6 * Self.second
        let back = 4 * Self.second + 384
        #expect(outcome.sound[back..<end] == Sound.stream(back, count: end - back))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("F1, F2: is as far behind as a pushed break is long if it is to lose nothing")
    func behind() async throws {
        let outcome = try await Self.scenario(.hold, .continue, isMarked: false).run()
        #expect(outcome.frames(of: "stream.held") == [2 * Self.second])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(2 * Self.second)"])
        let (before, after) = Self.lags(outcome)
        #expect(abs(try #require(after) - #require(before) - 2_000) < 50)
    }

    /// How far behind live the listener was before and after the break, in ms.
    private static func lags(_ outcome: Outcome) -> (before: Double?, after: Double?) {
        let value = { outcome.values($0, of: "latency").first.flatMap { Double($0) } }
        return (value("lagBefore"), value("lagAfter"))
    }
}
