import Foundation
import HLSStreaming
import HTTPAccess
import Synchronization
import TestFiles
import TestServers
import Testing

@testable import StreamFetching

@Suite("HLS fetcher", .timeLimit(.minutes(1)))
struct HLSFetcherTests {
    static let segments: [[UInt8]] = (0..<4).map { number in
        (0..<1000).map { UInt8(truncatingIfNeeded: number * 50 + $0 % 7) }
    }

    static func playlist(_ lines: [String]) -> [FaultServer.Step] {
        let text = (["#EXTM3U", "#EXT-X-TARGETDURATION:2"] + lines + ["#EXT-X-ENDLIST"])
            .joined(separator: "\n")
        return .answer(Array(text.utf8), type: "application/vnd.apple.mpegurl")
    }

    static let whole = (0..<4).flatMap { ["#EXTINF:2,", "s\($0)"] }

    static func segment(_ target: String) -> [FaultServer.Step] {
        let name = target.split(separator: "/").last.map { $0.prefix { $0 != "?" } } ?? ""
        guard name.hasPrefix("s"), let index = Int(name.dropFirst()), index < 4 else {
            return .answer(status: "404 Not Found")
        }
        return .answer(segments[index])
    }

    /// The bytes of each connection of the stream at `address`.
    static func connections(
        of address: String, headers: [WebHeader] = [], rule: AddressRule = .publicOnly,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> [[UInt8]] {
        let place = try #require(WebAddress(address))
        var configuration = WebClientConfiguration()
        configuration.addressRule = rule
        let client = WebClient(configuration: configuration)
        let found = await #expect(throws: HLSDiscovery.self) {
            _ = try await StreamOpener(
                place, credentials: HostCredentials(headers, for: place), client: client
            ).open()
        }
        let fetcher = try HLSFetcher(
            try #require(found), givingUpAfter: .seconds(10), clock: clock, report: { _ in })
        defer { fetcher.cancel() }
        return try await onThread {
            var all: [[UInt8]] = []
            while let connection = try fetcher.nextConnection() {
                all.append(try connection.readAll())
            }
            return all
        }
    }

    @Test("the segments of one encoding are the bytes of one connection")
    func segments() async throws {
        let server = FaultServer { request, _ in
            request.target == "/a/live.m3u8"
                ? Self.playlist(Self.whole) : Self.segment(request.target)
        }
        defer { server.stop() }
        let all = try await Self.connections(of: server.address("/a/live.m3u8"))
        #expect(all == [Array(Self.segments.joined())])
        #expect(server.requests.dropFirst().map(\.target) == (0..<4).map { "/a/s\($0)" })
    }

    /// Counts the sleeps that are under way and not cancelled.
    private final class CountingClock: Clock {
        private let count = Atomic(0)
        let most = Atomic(0)
        /// How many are under way.
        var present: Int { count.load(ordering: .relaxed) }
        var now: ContinuousClock.Instant { .now }
        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            try Task.checkCancellation()
            most.max(count.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            try await withTaskCancellationHandler {
                try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
                count.subtract(1, ordering: .relaxed)
            } onCancel: {
                count.subtract(1, ordering: .relaxed)
            }
        }
    }

    @Test("a wait for the next decision ends the wait before it")
    func alarms() async throws {
        let server = FaultServer { request, _ in
            request.target == "/live.m3u8"
                ? Self.playlist(Array(repeating: Self.whole, count: 3).flatMap(\.self))
                : Self.segment(request.target)
        }
        defer { server.stop() }
        let clock = CountingClock()
        let all = try await Self.connections(of: server.address("/live.m3u8"), clock: clock)
        #expect(all.joined().count == 12 * 1000)
        // Each thread may just have begun a wait that is being cancelled. Of the 12 segments each
        // leads to a wait.
        let most = clock.most.load(ordering: .relaxed)
        #expect(1...6 ~= most, "\(most)")
        // None outlasts the stream.
        while clock.present > 0 { await Task.yield() }
    }

    @Test("a discontinuity and another map begin another connection, each with its map")
    func maps() async throws {
        let server = FaultServer { request, _ in
            switch request.target {
            case "/live.m3u8":
                Self.playlist(
                    [
                        "#EXT-X-MAP:URI=\"m1\"", "#EXTINF:2,", "s0", "#EXT-X-DISCONTINUITY",
                        "#EXTINF:2,", "s1", "#EXT-X-MAP:URI=\"m2\"", "#EXTINF:2,", "s2",
                        "#EXTINF:2,", "s3",
                    ])
            case "/m1": .answer([1])
            case "/m2": .answer([2])
            default: Self.segment(request.target)
            }
        }
        defer { server.stop() }
        let all = try await Self.connections(of: server.address("/live.m3u8"))
        #expect(
            all == [
                [1] + Self.segments[0], [1] + Self.segments[1],
                [2] + Self.segments[2] + Self.segments[3],
            ])
        #expect(server.requests.filter { $0.target == "/m1" }.count == 1)
    }

    @Test("after missing audio the map is loaded again: the station may have begun again")
    func renewedMap() async throws {
        let loads = Atomic(UInt8(0))
        let server = FaultServer { request, _ in
            switch request.target {
            case "/live.m3u8":
                Self.playlist(
                    ["#EXT-X-MAP:URI=\"m\"", "#EXTINF:2,", "s0", "#EXT-X-GAP"] + Self.whole)
            case "/m": .answer([loads.add(1, ordering: .relaxed).newValue])
            default: Self.segment(request.target)
            }
        }
        defer { server.stop() }
        let all = try await Self.connections(of: server.address("/live.m3u8"))
        #expect(all == [[1] + Self.segments[0], [2] + Array(Self.segments[1...].joined())])
    }

    @Test(
        "ranges of one resource are loaded, also from a server that sends all of it",
        arguments: [true, false])
    func ranges(_ sendsParts: Bool) async throws {
        let resource = Array(Self.segments.joined())
        let server = FaultServer { request, _ in
            guard request.target == "/all" else {
                return Self.playlist([
                    "#EXTINF:2,", "#EXT-X-BYTERANGE:1000@1000", "all", "#EXTINF:2,",
                    "#EXT-X-BYTERANGE:500", "all",
                ])
            }
            let numbers = request.headers["range"]?.dropFirst(6).split(separator: "-")
            guard sendsParts, let numbers, numbers.count == 2, let first = Int(numbers[0]),
                let last = Int(numbers[1])
            else { return .answer(resource) }
            let part = Array(resource[first...last])
            return [
                .head(
                    "206 Partial Content", "Content-Range: bytes \(first)-\(last)/4000",
                    "Content-Length: \(part.count)"), .send(part),
            ]
        }
        defer { server.stop() }
        let all = try await Self.connections(of: server.address("/live.m3u8"))
        #expect(all == [Array(resource[1000..<2500])])
        #expect(server.requests.last?.headers["range"] == "bytes=2000-2499")
    }

    /// `bytes` encrypted by openssl.
    static func encrypted(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let hex = { (bytes: [UInt8]) in
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        try Data(bytes).write(to: URL(filePath: folder.file("plain")))
        try Command([
            "openssl", "enc", "-aes-128-cbc", "-K", hex(key), "-iv", hex(vector), "-in",
            folder.file("plain"), "-out", folder.file("secret"),
        ]).successful()
        return try [UInt8](Data(contentsOf: URL(filePath: folder.file("secret"))))
    }

    @Test("segments with AES-128 are decrypted, with the key's vector or the segment's number")
    func decryption() async throws {
        let key = [UInt8](0..<16)
        let vector = [UInt8](100..<116)
        let zeros = [UInt8](repeating: 0, count: 14)
        let secrets = [
            try Self.encrypted(Self.segments[0], key: key, vector: zeros + [1, 4]),
            try Self.encrypted(Self.segments[1], key: key, vector: vector), Self.segments[2],
        ]
        let server = FaultServer { request, _ in
            switch request.target {
            case "/live.m3u8":
                Self.playlist([
                    "#EXT-X-MEDIA-SEQUENCE:260", "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"",
                    "#EXTINF:2,", "0",
                    "#EXT-X-KEY:METHOD=AES-128,URI=\"key\",IV=0x6465666768696a6b6c6d6e6f70717273",
                    "#EXTINF:2,", "1", "#EXT-X-KEY:METHOD=NONE", "#EXTINF:2,", "2",
                ])
            case "/key": .answer(key)
            default: .answer(secrets[Int(request.target.dropFirst()) ?? 0])
            }
        }
        defer { server.stop() }
        let all = try await Self.connections(of: server.address("/live.m3u8"))
        #expect(all == [Array(Self.segments[0..<3].joined())])
        #expect(server.requests.filter { $0.target == "/key" }.count == 1)
    }

    @Test("a header of the operator goes to the host that was typed, and to no other")
    func credentials() async throws {
        let other = FaultServer { request, _ in Self.segment(request.target) }
        let server = FaultServer { request, _ in
            request.target == "/live.m3u8"
                ? Self.playlist(["#EXTINF:2,", "s0", "#EXTINF:2,", other.address("/s1")])
                : Self.segment(request.target)
        }
        defer {
            server.stop()
            other.stop()
        }
        let all = try await Self.connections(
            of: server.address("/live.m3u8"), headers: [WebHeader("X-Key", "1")], rule: .anywhere)
        #expect(all == [Self.segments[0] + Self.segments[1]])
        #expect(server.requests.allSatisfy { $0.headers["x-key"] == "1" })
        #expect(other.requests.map { $0.headers["x-key"] } == [nil])
    }

    @Test("a playlist from the public network leads to no private host of its own choice")
    func privateHost() async throws {
        let other = FaultServer { request, _ in Self.segment(request.target) }
        let server = FaultServer { request, _ in
            request.target == "/live.m3u8"
                ? Self.playlist([
                    "#EXTINF:2,", "s0", "#EXTINF:2,", other.address("/s1"), "#EXTINF:2,", "s2",
                ])
                : Self.segment(request.target)
        }
        defer {
            server.stop()
            other.stop()
        }
        let all = try await Self.connections(of: server.address("/live.m3u8"))
        #expect(all == [Self.segments[0], Self.segments[2]])
        #expect(other.requests.isEmpty)
    }

    @Test("variants are found beside the address to which a redirect leads")
    func redirected() async throws {
        let server = FaultServer { request, _ in
            switch request.target {
            case "/go": .redirect(to: "/far/main.m3u8?token=1")
            case "/far/main.m3u8?token=1":
                .answer(
                    Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000\nlow/a.m3u8\n".utf8),
                    type: "application/vnd.apple.mpegurl")
            case "/far/low/a.m3u8": Self.playlist(Self.whole)
            default: Self.segment(request.target)
            }
        }
        defer { server.stop() }
        let all = try await Self.connections(of: server.address("/go"))
        #expect(all == [Array(Self.segments.joined())])
        #expect(server.requests.last?.target == "/far/low/s3")
    }

    @Test("a stream that cannot be played says why in one line")
    func refusals() async throws {
        let server = FaultServer { request, _ in
            switch request.target {
            case "/drm.m3u8":
                Self.playlist(["#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\""] + Self.whole)
            case "/empty.m3u8": Self.playlist([])
            case "/video.m3u8":
                .answer(
                    Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4d\"\nv\n".utf8),
                    type: "application/vnd.apple.mpegurl")
            default: .answer(status: "404 Not Found")
            }
        }
        defer { server.stop() }
        let expected: [(String, SourceError)] = [
            ("/drm.m3u8", .HLS(server.address("/drm.m3u8"), .encrypted(method: "SAMPLE-AES"))),
            ("/empty.m3u8", .HLS(server.address("/empty.m3u8"), .empty)),
            ("/video.m3u8", .HLS(server.address("/video.m3u8"), .noAudio)),
        ]
        for (path, error) in expected {
            await #expect(throws: error) {
                _ = try await Self.connections(of: server.address(path))
            }
            #expect(!error.description.contains("\n"))
        }
    }
}
