import Testing

@testable import InterludeWeb

@Suite("Responses without an end", .timeLimit(.minutes(1)))
struct OpenResponsesTests {
    @Test("are waited for until the last one is over")
    func waiting() async {
        let responses = OpenResponses()
        await responses.waitUntilNone(within: .seconds(600))
        let (gate, input) = AsyncStream.makeStream(of: Never.self)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...2 {
                group.addTask {
                    await responses.count {
                        beginning.yield()
                        for await _ in gate {}
                    }
                }
            }
            var beginnings = begun.makeAsyncIterator()
            for _ in 1...2 { await beginnings.next() }
            // Both are open, so the limit ends this wait.
            await responses.waitUntilNone(within: .milliseconds(10))
            group.addTask { await responses.waitUntilNone(within: .seconds(600)) }
            input.finish()
        }
        await responses.waitUntilNone(within: .seconds(600))
    }

    private struct Cut: Error {}

    @Test("no longer count once their connections break")
    func broken() async {
        let responses = OpenResponses()
        await #expect(throws: Cut.self) {
            try await responses.count { () async throws(Cut) in throw Cut() }
        }
        await responses.waitUntilNone(within: .seconds(600))
    }
}
