import AdCues
import HLSStreaming
import HTTPAccess
import Synchronization
import TestServers
import Testing

@testable import StreamFetching

@Suite("An HLS stream that does not go on as it should", .timeLimit(.minutes(1)))
struct HLSOutageTests {
    private static func fetcher(
        of address: String, givingUpAfter limit: Duration = .seconds(10),
        report: @escaping @Sendable (FetchEvent) -> Void = { _ in }
    ) async throws -> HLSFetcher {
        let place = try #require(WebAddress(address))
        let client = WebClient(configuration: WebClientConfiguration())
        let found = await #expect(throws: HLSDiscovery.self) {
            _ = try await StreamOpener(place, client: client).open()
        }
        return try HLSFetcher(
            try #require(found), givingUpAfter: limit, report: report)
    }

    private static func live(_ lines: [String]) -> [FaultServer.Step] {
        let text = (["#EXTM3U", "#EXT-X-TARGETDURATION:1"] + lines).joined(separator: "\n")
        return .answer(Array(text.utf8), type: "application/vnd.apple.mpegurl")
    }

    @Test("is given up once its playlist has not gone on for a while, with the reason")
    func standstill() async throws {
        let server = FaultServer { request, _ in
            request.target == "/live.m3u8"
                ? Self.live(["#EXTINF:1,", "s0"]) : HLSFetcherTests.segment(request.target)
        }
        defer { server.stop() }
        let told = Mutex<[String]>([])
        let fetcher = try await Self.fetcher(
            of: server.address("/live.m3u8"), givingUpAfter: .milliseconds(300)
        ) { event in
            if case .gaveUp(let failure) = event { told.withLock { $0.append(failure.cause) } }
        }
        let failure = FetchFailure.ended(address: server.address("/live.m3u8"))
        // It stays given up.
        for _ in 0..<2 {
            await #expect(throws: failure) {
                try await onThread {
                    while let connection = try fetcher.nextConnection() {
                        _ = try connection.readAll()
                    }
                }
            }
        }
        #expect(told.withLock { $0 } == [failure.cause])
    }

    private static let split = ["#EXTINF:2,", "s0", "#EXT-X-DISCONTINUITY", "#EXTINF:2,", "s1"]

    private static func splitServer() -> FaultServer {
        FaultServer { request, _ in
            request.target == "/live.m3u8"
                ? HLSFetcherTests.playlist(split) : HLSFetcherTests.segment(request.target)
        }
    }

    @Test("gives its next connection to a reader that cannot use the rest of the present one")
    func abandoned() async throws {
        let server = Self.splitServer()
        defer { server.stop() }
        let fetcher = try await Self.fetcher(of: server.address("/live.m3u8"))
        let (first, second) = try await onThread {
            let first = try #require(try fetcher.nextConnection())
            _ = try first.readOnce(10)
            let second = try #require(try fetcher.nextConnection())
            let bytes = try second.readAll()
            #expect(try fetcher.nextConnection() == nil)
            return (first, bytes)
        }
        // It may have been complete before.
        #expect(first.isFinished)
        #expect(second == HLSFetcherTests.segments[1])
    }

    @Test(
        "says so if what comes is no audio, or always the same",
        arguments: [Shortage.silence, .repetition])
    func useless(shortage: Shortage) async throws {
        let gate = Gate()
        let server = FaultServer { request, _ in
            switch request.target {
            case "/live.m3u8":
                HLSFetcherTests.playlist(["#EXTINF:2,", "s0", "#EXTINF:2,", "s1"])
            case "/s1": [.wait(gate)] + HLSFetcherTests.segment("/s1")
            default: HLSFetcherTests.segment(request.target)
            }
        }
        defer { server.stop() }
        let fetcher = try await Self.fetcher(of: server.address("/live.m3u8"))
        try await onThread {
            let connection = try #require(try fetcher.nextConnection())
            #expect(try connection.readOnce(1000) == HLSFetcherTests.segments[0])
            connection.breakOff(because: shortage)
            #expect(connection.isFinished)
            let failure = FetchFailure.short(shortage, address: server.address("/live.m3u8"))
            #expect(throws: failure) { try connection.readOnce(1) }
            gate.open()
        }
        fetcher.cancel()
    }

    @Test("goes on if it only comes slowly")
    func slow() async throws {
        let server = Self.splitServer()
        defer { server.stop() }
        let fetcher = try await Self.fetcher(of: server.address("/live.m3u8"))
        let all = try await onThread {
            var all: [UInt8] = []
            while let connection = try fetcher.nextConnection() {
                connection.breakOff(because: .slowness)
                all += try connection.readAll()
            }
            return all
        }
        #expect(all == HLSFetcherTests.segments[0] + HLSFetcherTests.segments[1])
    }

    @Test("ends at once for a reader that cancels it, with all of its connections")
    func cancelled() async throws {
        let server = Self.splitServer()
        defer { server.stop() }
        let fetcher = try await Self.fetcher(of: server.address("/live.m3u8"))
        try await onThread {
            let connection = try #require(try fetcher.nextConnection())
            fetcher.cancel()
            #expect(connection.isFinished)
            #expect(throws: CancellationError.self) { try connection.readOnce(1) }
            #expect(throws: CancellationError.self) { try fetcher.nextConnection() }
        }
    }

    @Test("has maps and keys that are loaded once, unless there are more than sixteen")
    func keptMaps() async throws {
        let key = [UInt8](0..<16)
        let vector = [UInt8](repeating: 0, count: 16)
        let secret = try HLSFetcherTests.encrypted([1, 2, 3], key: key, vector: vector)
        for (count, isLoadedAgain) in [(16, false), (17, true)] {
            let server = FaultServer { request, _ in
                switch request.target.dropFirst().first {
                case "l":
                    HLSFetcherTests.playlist(
                        ((0..<count).map { $0 } + [0]).flatMap { number in
                            [
                                "#EXT-X-KEY:METHOD=AES-128,URI=\"k\(number)\",IV=0x"
                                    + String(repeating: "0", count: 32),
                                "#EXT-X-MAP:URI=\"m\(number)\"", "#EXTINF:2,", "x",
                            ]
                        })
                case "k": .answer(key)
                default: .answer(secret)
                }
            }
            defer { server.stop() }
            let all = try await HLSFetcherTests.connections(of: server.address("/live.m3u8"))
            #expect(all == [[UInt8]](repeating: [1, 2, 3, 1, 2, 3], count: count + 1))
            for name in ["/m0", "/k0"] {
                let loads = server.requests.count { $0.target == name }
                #expect(loads == (isLoadedAgain ? 2 : 1), "\(name) of \(count)")
            }
        }
    }

    @Test("names the assets of its interstitials beside its playlist, or none that cannot be one")
    func interstitials() async throws {
        let server = Self.splitServer()
        defer { server.stop() }
        let fetcher = try await Self.fetcher(of: server.address("/live.m3u8"))
        defer { fetcher.cancel() }
        let cues = ["ad.m3u8", "https://ads.example/a?b", "ftp://a.example/"].map { address in
            var cue = Cue(.out(duration: nil), at: .zero, source: .hls)
            cue.interstitial = Interstitial(decision: 1, isInsertion: false)
            cue.interstitial?.asset = .playlist(address)
            return cue
        }
        let plain = Cue(.in, at: .zero, source: .hls)
        let resolved = fetcher.loader.resolved(cues + [plain], of: 0)
        #expect(
            resolved.map(\.interstitial?.asset.address)
                == [server.address("/ad.m3u8"), "https://ads.example/a?b", nil, nil])
        #expect(
            resolved.map(\.interstitial?.typedAddress)
                == [server.address("/live.m3u8"), server.address("/live.m3u8"), nil, nil])
        #expect(resolved.last == plain)
    }
}
