import Dispatch
import TestServers
import Testing

@testable import InterludeWeb

@Suite("The end of a server", .timeLimit(.minutes(2)))
struct ShutdownTests {
    /// What is left of a connection may tell its event loop so at any time, and must find it.
    @Test("leaves an event loop that still takes tasks")
    func eventLoop() async throws {
        let eventLoops = try await Stage.with { stage in
            _ = try await stage.listen { $0.contains("event: state") }
            return stage.server.group
        }
        let hasRun = DispatchSemaphore(value: 0)
        eventLoops.next().execute { hasRun.signal() }
        // One that is shut down does not even say that it never will.
        #expect(try await onThread { hasRun.wait(timeout: .now() + 20) } == .success)
    }
}
