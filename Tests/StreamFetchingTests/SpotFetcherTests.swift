import Foundation
import HTTPAccess
import StreamFetching
import Synchronization
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

    @Test("tells of each part before it is kept, and the caller may end the load")
    func parts() async throws {
        let sound = try SegmentedSound(.packedMP3, count: 3)
        let playlist = Array((sound.playlist(0..<3) + "#EXT-X-ENDLIST\n").utf8)
        let server = FaultServer { request, _ in
            switch request.target {
            case "/hls": .answer(playlist, type: "application/vnd.apple.mpegurl")
            case "/spot": .answer(Self.bytes)
            case let target: .answer(sound.resource(at: target) ?? [])
            }
        }
        defer { server.stop() }
        let fetcher = SpotFetcher(client: WebClient(configuration: WebClientConfiguration()))
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.bytes, to: "spot")
        let segmentCount = (0..<3).reduce(0) { $0 + (sound.resource(at: "/\($1)")?.count ?? 0) }
        for (place, first, rest) in [
            (server.address("/spot"), [0], Self.bytes.count),
            (
                server.address("/hls"), [0, playlist.count],
                segmentCount
            ),
            (file, [], Self.bytes.count),
        ] {
            let told = Mutex<[Int]>([])
            _ = try await fetcher.fetch(place) { count in told.withLock { $0.append(count) } }
            let counts = told.withLock { $0 }
            #expect(Array(counts.prefix(first.count)) == first)
            #expect(counts.dropFirst(first.count).reduce(0, +) == rest)
            struct Enough: Error {}
            await #expect(throws: Enough.self) {
                try await fetcher.fetch(place) { if $0 > 0 { throw Enough() } }
            }
        }
    }
}
