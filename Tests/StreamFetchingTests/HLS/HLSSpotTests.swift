import HLSStreaming
import HTTPAccess
import StreamFetching
import TestServers
import Testing

@Suite("A spot that is an HLS recording", .timeLimit(.minutes(2)))
struct HLSSpotTests {
    private let fetcher = SpotFetcher(
        client: WebClient(configuration: WebClientConfiguration()), maximumByteCount: 1 << 20)

    private static func server(
        of sound: SegmentedSound, _ playlists: [String: String]
    ) -> FaultServer {
        FaultServer { request, _ in
            if let text = playlists[request.target] {
                return .answer(Array(text.utf8), type: "application/vnd.apple.mpegurl")
            }
            if let bytes = sound.resource(at: request.target) { return .answer(bytes) }
            return .answer(status: "404 Not Found")
        }
    }

    @Test("is the bytes of its segments in one piece", arguments: SegmentedSound.Form.allCases)
    func whole(form: SegmentedSound.Form) async throws {
        let sound = try SegmentedSound(form, count: 3)
        let server = Self.server(
            of: sound,
            [
                "/media.m3u8": sound.playlist(0..<sound.segments.count) + "#EXT-X-ENDLIST\n",
                "/main.m3u8":
                    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS=\"mp4a.40.2\"\nmedia.m3u8\n",
            ])
        defer { server.stop() }
        for path in ["/media.m3u8", "/main.m3u8"] {
            let spot = try await fetcher.fetch(server.address(path))
            #expect(spot.bytes == sound.bytes)
        }
    }

    @Test("takes no longer than a spot may take, however many segments it has")
    func late() async throws {
        let sound = try SegmentedSound(.packedMP3, count: 3)
        let playlist = Array((sound.playlist(0..<3) + "#EXT-X-ENDLIST\n").utf8)
        let server = FaultServer { request, _ in
            request.target == "/slow"
                ? .answer(playlist, type: "application/vnd.apple.mpegurl") : [.stall]
        }
        defer { server.stop() }
        let limit = Duration.milliseconds(300)
        let fetcher = SpotFetcher(
            client: WebClient(configuration: WebClientConfiguration()), limit: limit)
        let error = await #expect(throws: HTTPAccessError.self) {
            try await fetcher.fetch(server.address("/slow"))
        }
        #expect(error?.reason == .tookTooLong(limit))
    }

    @Test("is refused if it has no end, or changes inside, or is too large")
    func refused() async throws {
        let sound = try SegmentedSound(.packedMP3, count: 3)
        let split = sound.playlist(0..<3) { $0 == 1 ? ["#EXT-X-DISCONTINUITY"] : [] }
        let server = Self.server(
            of: sound,
            [
                "/live": sound.playlist(0..<3), "/split": split + "#EXT-X-ENDLIST\n",
                "/large": sound.playlist(0..<3) + "#EXT-X-ENDLIST\n",
            ])
        defer { server.stop() }
        for (path, failure) in [("/live", HLSFailure.live), ("/split", .discontinuous)] {
            await #expect(throws: SourceError.HLS(server.address(path), failure)) {
                try await fetcher.fetch(server.address(path))
            }
        }
        let small = SpotFetcher(
            client: WebClient(configuration: WebClientConfiguration()), maximumByteCount: 20_000)
        await #expect(throws: (any Error).self) { try await small.fetch(server.address("/large")) }
    }
}
