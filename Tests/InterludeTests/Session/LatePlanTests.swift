import AudioSinks
import Interlude
import MediaTime
import Testing

@Suite("A plan that comes too late for the sink")
struct LatePlanTests {
    /// A session that plays a stream, and has published a spot for frames that had already passed.
    private static func late() async throws -> HandSession {
        let stage = try HandSession(answering: .byHand)
        await stage.settle()
        await stage.change(at: .zero)
        await stage.report(.heard(FrameTime(24_000)))
        _ = await stage.session.send(.push([.spot(1, frames: 48_000)]))
        await stage.settle()
        await stage.report(.switchable(FrameTime(24_100)), .heard(FrameTime(27_000)))
        return stage
    }

    private static func frames(_ event: String, of stage: HandSession) -> [Int64] {
        stage.listener.records.filter { $0.event == event }.map(\.frame)
    }

    @Test("is not reported as heard, and its replacement is", .timeLimit(.minutes(1)))
    func refused() async throws {
        let stage = try await Self.late()
        #expect(Self.frames("slot.started", of: stage).isEmpty)
        await stage.report(.refused(FrameTime(30_000)), .heard(FrameTime(29_000)))
        #expect(Self.frames("slot.started", of: stage).isEmpty)
        await stage.report(
            .adopted(plan: stage.sink.newestPlan), .heard(FrameTime(54_000)),
            .heard(FrameTime(80_000)))
        #expect(Self.frames("slot.started", of: stage) == [30_000])
        #expect(Self.frames("slot.completed", of: stage) == [78_000])
        #expect(Self.frames("stream.resumed", of: stage) == [78_000])
    }

    @Test("is reported from its beginning if the sink takes it after all", .timeLimit(.minutes(1)))
    func adopted() async throws {
        let stage = try await Self.late()
        await stage.report(.adopted(plan: stage.sink.newestPlan))
        #expect(Self.frames("slot.started", of: stage) == [24_100])
    }
}
