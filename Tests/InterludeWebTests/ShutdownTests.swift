import Dispatch
import TestServers
import Testing

@testable import InterludeWeb

@Suite("The end of a server", .timeLimit(.minutes(2)))
struct ShutdownTests {
    /// Remains of a connection may call their event loop at any time, so it must still run.
    @Test("leaves an event loop that still takes tasks")
    func eventLoop() async throws {
        let eventLoops = try await Stage.with { stage in
            _ = try await stage.listen { $0.contains("event: state") }
            return stage.server.server.group
        }
        let hasRun = DispatchSemaphore(value: 0)
        eventLoops.next().execute { hasRun.signal() }
        // A loop that is shut down never completes this.
        #expect(try await onThread { hasRun.wait(timeout: .now() + 20) } == .success)
    }
}
