import AudioDecoding
import HTTPAccess
import MediaTime
import PCMAudio
import Playout
import StreamFetching
import Synchronization
import TestServers
import TestSignals
import Testing

@Suite("Playing HLS", .timeLimit(.minutes(3)))
struct HLSPlaybackTests {
    typealias Script = @Sendable (_ path: String) -> [FaultServer.Step]?

    /// Serves `sound`, and for other paths what `script` says.
    static func server(
        of sound: SegmentedSound, _ script: @escaping Script
    ) -> FaultServer {
        FaultServer { request, _ in
            if let steps = script(request.target) { return steps }
            if let bytes = sound.resource(at: request.target) { return .answer(bytes) }
            return .answer(status: "404 Not Found")
        }
    }

    static func playlist(_ text: String) -> [FaultServer.Step] {
        .answer(Array(text.utf8), type: "application/vnd.apple.mpegurl")
    }

    /// The stream at `path` of `server`, from its first sample to its last, and what was reported.
    static func played(
        _ path: String, of server: FaultServer
    ) async throws -> (samples: [Float], log: EventLog) {
        let address = try #require(WebAddress(server.address(path)))
        let client = WebClient(configuration: WebClientConfiguration())
        let found = await #expect(throws: HLSDiscovery.self) {
            _ = try await StreamOpener(address, client: client).open()
        }
        let segments = try HLSFetcher(
            try #require(found), givingUpAfter: .seconds(20), report: { _ in })
        let log = EventLog()
        let reader = LiveReader(connecting: segments, for: .bySupply) { log.add($0) }
        let samples = try await onThread { reader.store.drained() }
        try log.waitForEnd()
        reader.stop()
        return (samples, log)
    }

    static func decoded(_ bytes: [UInt8]) throws -> [Float] {
        try SpotDecoder(reading: MemoryByteReader(bytes), limit: .seconds(60)).decode().store
            .samples(from: .zero)
    }

    @Test(
        "a recording plays as its segments decode in one piece",
        arguments: SegmentedSound.Form.allCases)
    func recording(_ form: SegmentedSound.Form) async throws {
        let sound = try SegmentedSound(form, count: 4)
        let text = sound.playlist(0..<sound.segments.count) + "#EXT-X-ENDLIST\n"
        let server = Self.server(of: sound) { $0 == "/a.m3u8" ? Self.playlist(text) : nil }
        defer { server.stop() }
        let (samples, log) = try await Self.played("/a.m3u8", of: server)
        #expect(samples.count > 3 * 96_000)
        #expect(try FirstDifference(samples, from: Self.decoded(sound.bytes)) == nil)
        #expect(log.continuations.isEmpty)
    }

    @Test("a live playlist is followed to its end, segment by segment")
    func live() async throws {
        let sound = try SegmentedSound(.mpegTS, count: 8)
        let loads = Atomic(0)
        let server = Self.server(of: sound) { path in
            guard path.hasPrefix("/live.m3u8") else { return nil }
            let first = min(loads.add(1, ordering: .relaxed).oldValue, 4)
            let isLast = first == 4
            return Self.playlist(
                sound.playlist(first..<first + 4) + (isLast ? "#EXT-X-ENDLIST\n" : ""))
        }
        defer { server.stop() }
        let (samples, log) = try await Self.played("/live.m3u8", of: server)
        // It begins three segments before the end of the first playlist.
        let expected = try Self.decoded(Array(sound.segments[1...].joined()))
        #expect(FirstDifference(samples, from: expected) == nil)
        #expect(log.continuations.isEmpty)
        let loaded = server.requests.map(\.target).filter { Int($0.dropFirst()) != nil }
        #expect(loaded == (1...7).map { "/\($0)" })
    }
}
