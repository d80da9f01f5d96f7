import Interlude
import MediaTime
import Testing

@Suite("A pod that the stream does not reach")
struct PodAfterEndTests {
    @Test("causes no silence after the stream's end", arguments: [1_000_001, 24_000_000])
    func afterEnd(start: Int) async throws {
        let outcome = try await PodSessionScenario("file:1000000", pods: [start]).run()
        #expect(outcome.frames(of: "session.stopped") == [1_000_000])
        #expect(outcome.frames(of: "break.started").isEmpty)
        #expect(try outcome.replayed() == outcome.log)
    }
}
