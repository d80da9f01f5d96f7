import HTTPAccess
import TestServers
import Testing

@testable import StreamFetching

@Suite("The places of a recording", .timeLimit(.minutes(1)))
struct RecordingPlacesTests {
    private static let body = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    /// Opens the recording of `server`, and calls `read` with its reader on a thread that may block.
    private func reading(
        _ server: FaultServer, _ read: @escaping @Sendable (RecordingReader) throws -> Void
    ) async throws {
        let fetcher = LiveStreamFetcher(
            StreamOpener(
                try #require(WebAddress(server.address())),
                client: WebClient(configuration: WebClientConfiguration())),
            policy: RetryPolicy(givingUpAfter: .seconds(9))
        ) { _ in }
        try await onThread {
            let first = try #require(try fetcher.nextConnection())
            let reader = RecordingReader(first, over: fetcher)
            defer { reader.cancel() }
            try read(reader)
        }
    }

    private static func part(_ start: Int, _ count: Int) -> [UInt8] {
        Array(body[start..<start + count])
    }

    @Test("are reached once that is asked for, and only those inside of it")
    func reach() async throws {
        let server = FaultServer { request, _ in .file(Self.body, for: request) }
        defer { server.stop() }
        try await reading(server) { reader in
            #expect(reader.size == Self.body.count)
            #expect(!reader.seek(to: 0))
            #expect(reader.enableSeeking() && reader.enableSeeking())
            #expect(!reader.seek(to: -1) && !reader.seek(to: Self.body.count + 1))
            #expect(reader.seek(to: Self.body.count))
            let nothing = try reader.readOnce(10)
            #expect(nothing == [])
            #expect(reader.seek(to: Self.body.count - 1))
            #expect(try reader.readAll() == Self.part(Self.body.count - 1, 1))
        }
    }

    @Test("a short way ahead are reached by reading on, and those at the beginning are kept")
    func nearby() async throws {
        let server = FaultServer { request, _ in .file(Self.body, for: request) }
        defer { server.stop() }
        try await reading(server) { reader in
            let beginning = try reader.bytes(atMost: 1000)
            #expect(beginning == Self.part(0, 1000))
            #expect(reader.enableSeeking())
            for place in [0, 999, 3000, 500_000] {
                #expect(reader.seek(to: place))
                let bytes = try reader.bytes(atMost: 500)
                #expect(bytes == Self.part(place, 500))
            }
            #expect(reader.seek(to: 0))
            #expect(try reader.bytes(atMost: 900) == Self.part(0, 900))
        }
        #expect(server.requests.count == 1)
        try await reading(server) { reader in
            #expect(reader.enableSeeking())
            for place in [600_000, 1_000_000, 1_524_000] {
                #expect(reader.seek(to: place))
                let bytes = try reader.bytes(atMost: 500)
                #expect(bytes == Self.part(place, 500))
            }
        }
        // The first one was too far away. The last one was not: half a megabyte.
        #expect(server.requests.map(\.firstByte) == [nil, nil, 600_000])
    }

    @Test("at the end of what is downloaded have no bytes, for which nothing is awaited")
    func end() async throws {
        let server = FaultServer { _, _ in
            [
                .head(
                    "200 OK", "Content-Type: audio/mp4", "Content-Length: \(Self.body.count)"),
                .send(Self.part(0, 900_000)), .stall,
            ]
        }
        defer { server.stop() }
        try await reading(server) { reader in
            #expect(reader.enableSeeking() && reader.seek(to: 800_000))
            let middle = try reader.bytes(atMost: 100)
            #expect(middle == Self.part(800_000, 100))
            #expect(reader.seek(to: Self.body.count))
            #expect(try reader.readOnce(10) == [])
            #expect(reader.seek(to: 10))
            #expect(try reader.bytes(atMost: 100) == Self.part(10, 100))
        }
    }
}
