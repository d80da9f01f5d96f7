import AudioSinks
import Interlude
import MediaTime
import Testing

@Suite("A sink's report about clips")
struct SinkReportTests {
    @Test("applies to the plan that it names, even if the next one is already published")
    func earlierPlan() async throws {
        let stage = try HandSession(answering: .requestsAtOnce)
        await stage.settle()
        let plan = stage.sink.newestPlan
        await stage.report(.adopted(plan: plan), .heard(FrameTime(24_000)))
        #expect(stage.states.last == "playing")
        // One clip before this, two from here on, so the stream's clip has another index.
        _ = await stage.session.send(.play(source: "other"))
        await stage.settle()
        #expect(stage.sink.newestPlan > plan)
        let states = stage.states
        _ = await stage.session.send(.setVolume(.decibels(-6)))
        await stage.settle()
        // The first clip of the newest plan is the new stream's; of this one, it was the old's.
        await stage.report(
            .exhausted(at: FrameTime(23_000), clip: PublishedClip(plan: plan, index: 0)))
        #expect(stage.states == states)
        _ = await stage.session.send(.stop)
    }

    @Test("starves the stream even with a clip that the newest plan lacks")
    func forgottenClip() async throws {
        let stage = try HandSession(answering: .requestsAtOnce)
        await stage.settle()
        await stage.report(.heard(FrameTime(24_000)))
        _ = await stage.session.send(.push([.spot(1, frames: 12_000)]))
        await stage.settle()
        let plan = stage.sink.newestPlan
        await stage.report(.adopted(plan: plan), .heard(FrameTime(240_000)))
        _ = await stage.session.send(.setVolume(.decibels(-6)))
        await stage.settle()
        #expect(stage.sink.newestPlan > plan)
        // Clips of that plan: the stream before, in and after the break, and the spot.
        await stage.report(
            .starved(
                at: FrameTime(250_000), sourceFrame: FrameTime(250_000),
                clip: PublishedClip(plan: plan, index: 2)))
        #expect(stage.states.contains("buffering"))
        #expect(stage.listener.records.contains { $0.event == "stream.underrun" })
        _ = await stage.session.send(.stop)
    }
}
