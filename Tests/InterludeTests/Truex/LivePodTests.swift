import Interlude
import MediaTime
import Testing

@Suite("A live pod that a credit paid for")
struct LivePodTests {
    /// Plays a pod from 6 s to frame `end` with a unit of 8 s, and this much of the stream kept.
    private func play(
        _ source: String = "live", to end: Int, keeping window: Duration = .seconds(300)
    ) async throws -> Outcome {
        var scenario = try PodSessionScenario(
            source, pods: [], viewer: "opt-in@1000ms,interact@2000ms,done@8000ms")
        scenario.schedule = .init(breaks: [
            PodSessionScenario.pod(1, at: 288_000, length: end - 288_000)
        ])
        scenario.configuration.duration = .seconds(29)
        scenario.configuration.maxDelay = window
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "truex.completed") == [672_000])
        #expect(try outcome.replayed() == outcome.log)
        return outcome
    }

    /// Checks that the stream resumed with stream frame `first` at output frame `frame`.
    private func expect(
        _ outcome: Outcome, _ route: String, at frame: Int, streamFrame first: Int, count: Int,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(
            outcome.values("route", of: "pod.skipped") == ["\"\(route)\""],
            sourceLocation: location)
        #expect(outcome.frames(of: "stream.resumed") == [frame], sourceLocation: location)
        #expect(
            outcome.values("streamFrame", of: "stream.resumed") == ["\(first)"],
            sourceLocation: location)
        #expect(
            outcome.sound[288_384..<frame] == Sound.silence(count: frame - 288_384),
            sourceLocation: location)
        #expect(
            outcome.sound[frame + 384..<frame + count]
                == Sound.stream(first + 384, count: count - 384), sourceLocation: location)
    }

    @Test(
        "and whose end has arrived meanwhile is jumped over at once", arguments: [432_000, 720_000])
    func behind(end: Int) async throws {
        let outcome = try await play(to: end)
        expect(outcome, "direct", at: 672_000, streamFrame: end, count: 100_000)
        #expect(outcome.frames(of: "truex.fillerStarted") == [])
    }

    @Test(
        "T-live-pod-end-future: and whose end is ahead is waited for in silence until it is there")
    func ahead() async throws {
        let outcome = try await play(to: 1_248_000)
        // The live edge is a second ahead of the render.
        expect(outcome, "filled", at: 1_200_000, streamFrame: 1_248_000, count: 100_000)
        #expect(outcome.frames(of: "truex.fillerStarted") == [672_000])
        #expect(outcome.values("until", of: "truex.fillerStarted") == ["26"])
    }

    @Test("T-live-pod-end-future: and whose end never arrives is awaited for two seconds more")
    func timeBox() async throws {
        let outcome = try await play("live:960000", to: 1_248_000)
        // 11 s of the pod were missing at 14 s, and still are at the end of the stream.
        #expect(outcome.frames(of: "truex.fillerStarted") == [672_000])
        #expect(outcome.values("route", of: "pod.skipped") == ["\"newest\""])
        #expect(outcome.values("to", of: "pod.skipped") == ["20"])
        #expect(outcome.frames(of: "pod.skipped") == [672_000 + 528_000 + 96_000])
    }

    @Test("and that is no longer kept leads to the oldest frame that is")
    func gone() async throws {
        let outcome = try await play(to: 432_000, keeping: .seconds(5))
        expect(outcome, "oldest", at: 672_000, streamFrame: 480_000, count: 100_000)
    }
}
