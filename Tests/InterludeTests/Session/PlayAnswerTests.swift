import Interlude
import Testing

@Suite("The answer to a request for another source", .timeLimit(.minutes(2)))
struct PlayAnswerTests {
    @Test("comes once that has audio")
    func accepted() async throws {
        let stage = try HandSession()
        await stage.settle()
        #expect(await stage.session.send(.play(source: "other")) == .accepted)
        #expect(stage.session.status.source == "other")
        _ = await stage.session.send(.stop)
    }

    @Test("says why it cannot be played, and the playing one continues")
    func refused() async throws {
        let stage = try HandSession()
        await stage.settle()
        let words = "missing: there is no such stream"
        #expect(await stage.session.send(.play(source: "missing")) == .refused(words))
        #expect(await stage.session.send(.playPublic(source: "missing")) == .refused(words))
        #expect(stage.session.status.source == "live")
        _ = await stage.session.send(.stop)
    }
}
