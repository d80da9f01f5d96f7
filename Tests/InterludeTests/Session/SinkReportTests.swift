import AudioSinks
import Interlude
import MediaTime
import Testing

@Suite("What a sink says of clips")
struct SinkReportTests {
    @Test("is taken for the plan that it speaks of, when the next one is published already")
    func earlierPlan() async throws {
        let stage = try HandSession(answering: .requestsAtOnce)
        await stage.settle()
        let plan = stage.sink.newestPlan
        await stage.report(.adopted(plan: plan), .heard(FrameTime(24_000)))
        #expect(stage.states.last == "playing")
        // One clip before this, two from here on: the stream's is another one's neighbour.
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

    @Test("starves the stream also by a clip that the newest plan has not got")
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
