import Foundation
import HTTPAccess
import StreamFetching
import TestFiles
import TestServers
import Testing

@Suite("Spot fetcher", .timeLimit(.minutes(1)))
struct SpotFetcherTests {
    private static let bytes = (0..<3000).map { UInt8(truncatingIfNeeded: $0) }

    private let fetcher = SpotFetcher(
        client: WebClient(configuration: WebClientConfiguration()), maximumByteCount: 3000)

    @Test("a spot arrives whole, from an address or a file")
    func whole() async throws {
        let server = FaultServer { _, _ in .answer(Self.bytes, type: "Audio/Ogg;x=1") }
        defer { server.stop() }
        let spot = try await fetcher.fetch(server.address("/spot"))
        #expect(spot.bytes == Self.bytes)
        #expect(spot.contentType == "audio/ogg")

        let folder = try TemporaryFolder()
        let file = try folder.write(Self.bytes, to: "spot")
        #expect(try await fetcher.fetch(file).bytes == Self.bytes)
        await #expect(throws: SourceError.notAnAddress(file)) {
            try await fetcher.fetch(file, from: .document(typed: nil))
        }
        try folder.write(Self.bytes + [1], to: "spot")
        await #expect(throws: SourceError.oversized(file, maximumByteCount: 3000)) {
            try await fetcher.fetch(file)
        }
    }

    @Test("loading can be cancelled")
    func cancelling() async throws {
        let server = FaultServer { _, _ in [.head(), .send([1]), .stall] }
        defer { server.stop() }
        let task = Task { try await fetcher.fetch(server.address()) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
