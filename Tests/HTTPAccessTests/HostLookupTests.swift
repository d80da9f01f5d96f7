import NIOCore
import Testing

@testable import HTTPAccess

@Suite("The addresses of a host", .timeLimit(.minutes(1)))
struct HostLookupTests {
    @Test(
        "are found once each, of both families", arguments: ["127.0.0.1", "192.0.2.7", "::1"])
    func numeric(host: String) async throws {
        let found = await HostLookup.addresses(of: host)
        #expect(found == [try SocketAddress(ipAddress: host, port: 0)])
    }

    @Test("are those that the system knows by a name, and none of a host without any")
    func names() async {
        let found = await HostLookup.addresses(of: "localhost")
        #expect(!found.isEmpty && Set(found).count == found.count)
        #expect(found.allSatisfy { !$0.isPublic })
        #expect(await HostLookup.addresses(of: "a host").isEmpty)
    }

    @Test("are none for a task that is cancelled")
    func cancelled() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await HostLookup.addresses(of: "127.0.0.1")
        }
        task.cancel()
        #expect(await task.value == [])
    }
}
