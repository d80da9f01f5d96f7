import Dispatch
import HTTPAccess
import Synchronization
import TestFiles
import TestServers
import Testing

@testable import StreamFetching

@Suite("Stream opener", .timeLimit(.minutes(1)))
struct StreamOpenerTests {
    private static let audio = (0..<5000).map { UInt8(truncatingIfNeeded: $0 | 0x80) }

    private func open(
        _ address: String, headers: [WebHeader] = [],
        onBytes: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> HTTPStreamConnection {
        let client = WebClient(configuration: WebClientConfiguration())
        let place = try #require(WebAddress(address))
        let opener = StreamOpener(
            place, credentials: HostCredentials(headers, for: place), client: client)
        return try await opener.open(onBytes: onBytes)
    }

    private func readAll(_ connection: HTTPStreamConnection) async throws -> [UInt8] {
        try await onThread { try connection.readAll() }
    }

    @Test("audio comes without its metadata, and titles with the byte of their position")
    func icy() async throws {
        let body = ICYDemuxerTests.body(
            audio: Self.audio, interval: 1000,
            blocks: ["StreamTitle='A';", "", "StreamUrl='u';", "StreamTitle='B';"])
        let server = FaultServer { _, _ in
            [
                .text("ICY 200 OK\r\nContent-Type: audio/aacp\r\nicy-name: Böhm\r\n"),
                .text("icy-br: 128,128\r\nicy-genre:\r\nicy-metaint:1000\r\n\r\n"),
                .send(Array(body[..<1500])), .send(Array(body[1500...])),
            ]
        }
        defer { server.stop() }
        let connection = try await open(server.address("/live"), headers: [WebHeader("X-Key", "1")])
        #expect(connection.contentType == "audio/aacp")
        #expect(connection.headers.name == "Böhm")
        #expect(connection.headers.kilobitsPerSecond == 128)
        #expect(connection.headers.metadataInterval == 1000)
        #expect(connection.headers.isLive)
        #expect(connection.size == nil)
        #expect(try await readAll(connection) == Self.audio)
        #expect(connection.takeTitles(before: 999).isEmpty)
        #expect(connection.takeTitles(before: 2000) == [.init(text: "A", position: 1000)])
        #expect(connection.takeTitles(before: 5000) == [.init(text: "B", position: 4000)])
        #expect(connection.takeTitles(before: 5000).isEmpty)
        #expect(server.requests.first?.headers["icy-metadata"] == "1")
        #expect(server.requests.first?.headers["x-key"] == "1")
    }

    @Test("a station's description is made printable, and bounded, when it is read")
    func hostileStation() async throws {
        let title = "a\u{9B}2J\u{202E}b" + String(repeating: "x", count: 3000)
        let body = ICYDemuxerTests.body(
            audio: Self.audio, interval: 1000, blocks: ["StreamTitle='\(title)';"])
        let name = "n\u{9B}\u{202E}" + String(repeating: "y", count: 3000)
        let server = FaultServer { _, _ in
            [
                .text("ICY 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: \(name)\r\n"),
                .text("icy-metaint:1000\r\n\r\n"), .send(body),
            ]
        }
        defer { server.stop() }
        let connection = try await open(server.address("/live"))
        let shown = try #require(connection.headers.name)
        #expect(shown.hasPrefix("n yyy") && shown.count <= 200)
        _ = try await readAll(connection)
        let read = try #require(connection.takeTitles(before: 5000).first?.text)
        #expect(read.hasPrefix("a 2Jbxxx") && read.count <= 500)
    }

    @Test("only the newest titles are kept of a station that sends one with every byte")
    func manyTitles() async throws {
        let titles = (0..<3000).map { "StreamTitle='\($0)';" }
        let audio = Array(repeating: UInt8(0x80), count: 3000)
        let body = ICYDemuxerTests.body(audio: audio, interval: 1, blocks: titles)
        let server = FaultServer { _, _ in
            [.head("200 OK", "Content-Type: audio/mpeg", "icy-metaint: 1"), .send(body)]
        }
        defer { server.stop() }
        let connection = try await open(server.address("/live"))
        _ = try await readAll(connection)
        let kept = connection.takeTitles(before: 4000)
        #expect(kept.count == 256)
        #expect(kept.last?.text == "2999")
    }

    @Test(
        "a captured body gives all of its audio, and its titles at their byte",
        .enabled(if: Corpora.folder != nil),
        arguments: [
            (
                "raw-stream-audio-normal-metadata",
                [PositionedTitle(text: "Anomalie - Notre", position: 16_000)]
            ),
            ("raw-stream-audio-no-metadata", []),
        ])
    func captured(_ name: String, _ titles: [PositionedTitle]) async throws {
        let body = try Corpora.Document("audio/icy-captures/\(name)").bytes()
        let server = FaultServer { _, _ in
            [.head("200 OK", "Content-Type: audio/mpeg", "icy-metaint: 16000"), .send(body)]
        }
        defer { server.stop() }
        let connection = try await open(server.address("/live"))
        #expect(try await readAll(connection) == ICYDemuxerTests.audio(inCapture: body))
        #expect(connection.takeTitles(before: body.count) == titles)
    }

    @Test("the next entry of a playlist is tried when the first one fails")
    func alternatives() async throws {
        let server = FaultServer { request, _ in
            switch request.line.split(separator: " ")[1] {
            case "/list.m3u": .answer(Array("/gone\n/live\n".utf8), type: "audio/x-mpegurl")
            case "/live": .answer(Self.audio)
            case _: .answer(status: "404 Not Found")
            }
        }
        defer { server.stop() }
        let connection = try await open(server.address("/list.m3u"))
        #expect(try await readAll(connection) == Self.audio)
        #expect(server.requests.count == 3)
    }

    @Test("a body with a length and without ICY is a recording")
    func recording() async throws {
        let server = FaultServer { _, _ in .answer(Self.audio) }
        defer { server.stop() }
        let connection = try await open(server.address())
        #expect(!connection.headers.isLive)
        #expect(connection.size == 5000)
        #expect(try await readAll(connection) == Self.audio)
        guard case .finished = connection.ending else {
            Issue.record("\(String(describing: connection.ending))")
            return
        }
    }

    @Test(
        "audio plays whatever type the server gives it",
        arguments: ["text/plain", "application/octet-stream", "text/html", "x"])
    func wrongType(type: String) async throws {
        let server = FaultServer { _, _ in .answer(Self.audio, type: type) }
        defer { server.stop() }
        #expect(try await readAll(try await open(server.address("/live"))) == Self.audio)
    }

    @Test(
        "audio by its type plays whatever its name is, or its beginning looks like",
        arguments: ["audio/mpeg", "video/mp2t", "application/ogg"],
        ["#EXTM3U\nlive.mp3\n", "<!DOCTYPE html><html>"])
    func declaredAudio(type: String, text: String) async throws {
        let body = Array(text.utf8)
        let server = FaultServer { _, _ in .answer(body, type: type) }
        defer { server.stop() }
        #expect(try await readAll(try await open(server.address("/list.m3u"))) == body)
        #expect(server.requests.count == 1)
    }

    @Test(
        "a body with a length is live if its server has a name, a bit rate or titles",
        arguments: [
            ("icy-name: Radio", true), ("icy-br: 128", true), ("icy-metaint: 8000", true),
            ("icy-genre: Jazz", false),
        ])
    func liveWithLength(header: String, isLive: Bool) async throws {
        let server = FaultServer { _, _ in
            [
                .head("200 OK", "Content-Type: audio/mpeg", "Content-Length: 4", header),
                .send([0xFF, 0xFB, 1, 2]),
            ]
        }
        defer { server.stop() }
        #expect(try await open(server.address()).headers.isLive == isLive)
    }

    @Test(
        "a playlist is recognised by its type, its name or its content, and followed",
        arguments: [
            ("/x", "audio/x-mpegurl", "live.mp3"),
            ("/x", "Application/PLS+xml; charset=utf-8", "[playlist]\nFile1=live.mp3"),
            ("/x.m3u?y=1", "text/plain", "# Radio\n/live.mp3"),
            ("/x.PLS", "application/octet-stream", "[playlist]\nFile1=/live.mp3\nLength1=-1"),
            ("/x", "text/plain", "#EXTM3U\n#EXTINF:-1,Radio Radio Radio Radio Radio\nlive.mp3"),
        ])
    func playlists(path: String, type: String, text: String) async throws {
        let server = FaultServer { request, _ in
            request.target == "/live.mp3"
                ? .answer(Self.audio) : .answer(Array(text.utf8), type: type)
        }
        defer { server.stop() }
        let connection = try await open(server.address(path))
        #expect(connection.headers.address.description == server.address("/live.mp3"))
        #expect(try await readAll(connection) == Self.audio)
    }

    @Test("a body that is no stream is reported in one line")
    func refusals() async throws {
        let server = FaultServer { request, _ in
            switch request.target {
            case "/empty.m3u": .answer(Array("#EXTM3U\n\n".utf8), type: "audio/x-mpegurl")
            case "/page": .answer(Array("\n<!DOCTYPE html><title>Radio".utf8), type: "text/html")
            case "/loop.m3u": .answer(Array("loop.m3u".utf8), type: "audio/x-mpegurl")
            case "/file.m3u": .answer(Array("file:///etc/passwd".utf8), type: "audio/x-mpegurl")
            case "/long.m3u": [.head("200 OK", "Content-Type: audio/x-mpegurl"), .pour]
            default: .answer([], status: "404 Not Found")
            }
        }
        defer { server.stop() }
        let expected: [(String, SourceError)] = [
            ("/empty.m3u", .emptyPlaylist(server.address("/empty.m3u"))),
            ("/page", .webPage(server.address("/page"))),
            ("/loop.m3u", .nestedPlaylists(server.address("/loop.m3u"), limit: 5)),
            ("/file.m3u", .notAnAddress("file:///etc/passwd")),
            ("/long.m3u", .oversizedPlaylist(server.address("/long.m3u"))),
        ]
        for (path, error) in expected {
            await #expect(throws: error) { try await open(server.address(path)) }
        }
    }

    @Test(
        "a playlist of segments is found to be HLS, whatever leads to it",
        arguments: ["/live", "/typed", "/stations.m3u"])
    func segments(_ path: String) async throws {
        let playlist = Array("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:6,\nseg.ts\n".utf8)
        let server = FaultServer { request, _ in
            switch request.target {
            case "/live": .answer(playlist, type: "text/plain")
            case "/typed": .answer(playlist, type: "application/vnd.apple.mpegurl")
            case "/stations.m3u": .answer(Array("/live\n".utf8), type: "audio/x-mpegurl")
            default: .answer([], status: "404 Not Found")
            }
        }
        defer { server.stop() }
        let found = await #expect(throws: HLSDiscovery.self) {
            _ = try await open(server.address(path))
        }
        #expect(found?.document.bytes == playlist)
    }

    @Test("a playlist may not lead into a private network other than its own host")
    func inwardPlaylist() async throws {
        let inner = FaultServer { _, _ in .answer(Self.audio) }
        let server = FaultServer { _, _ in
            .answer(Array(inner.address().utf8), type: "audio/x-mpegurl")
        }
        defer {
            server.stop()
            inner.stop()
        }
        let error = await #expect(throws: HTTPAccessError.self) { try await open(server.address()) }
        #expect(error?.reason == .forbiddenAddress)
    }

    @Test("an endlessly sending server is held back by a reader that does not read")
    func backPressure() async throws {
        let server = FaultServer { _, _ in [.head("200 OK", "Content-Type: audio/mpeg"), .pour] }
        defer { server.stop() }
        let received = Counter()
        let connection = try await open(server.address()) { received.add($0) }
        let most = try await onThread {
            var read = 0
            var most = 0
            while read < 4 << 20 {
                // Slow enough that the pipe is full before every read.
                most = max(most, received.wait(until: read + (256 << 10)) - read)
                read += try connection.readOnce(8192).count
            }
            return most
        }
        connection.cancel()
        // The pipe's mark, a chunk that filled it past the mark, and one that waits for room.
        #expect(most <= (256 + 2 * 64) << 10)
    }

    /// Counts what arrives.
    private final class Counter: Sendable {
        private let count = Atomic<Int>(0)
        private let bell = DispatchSemaphore(value: 0)

        func add(_ number: Int) {
            count.add(number, ordering: .relaxed)
            bell.signal()
        }

        /// Waits until there are `least`, and returns the count.
        func wait(until least: Int) -> Int {
            while count.load(ordering: .relaxed) < least { bell.wait() }
            return count.load(ordering: .relaxed)
        }
    }

    @Test("a response that breaks off before its first byte is an error, unless it is audio")
    func brokenBeginning() async throws {
        let server = FaultServer { request, _ in
            let type = request.target == "/a" ? "audio/mpeg" : "application/x-unknown"
            return [.head("200 OK", "Content-Type: \(type)", "Content-Length: 100"), .halfClose]
        }
        defer { server.stop() }
        let error = await #expect(throws: HTTPAccessError.self) {
            try await open(server.address("/b"))
        }
        #expect(error?.reason == .brokenOff)
        let connection = try await open(server.address("/a"))
        await #expect(throws: HTTPAccessError.self) { try await readAll(connection) }
    }

    @Test("a connection that is broken off says why, after what has come; a dropped one does not")
    func ends() async throws {
        let server = FaultServer { _, _ in
            [.head("200 OK", "Content-Type: audio/mpeg"), .send(Self.audio), .stall]
        }
        defer { server.stop() }
        for isDropped in [false, true] {
            let (steps, step) = AsyncStream<Void>.makeStream()
            let count = Mutex(0)
            let connection = try await open(server.address("/live")) { byteCount in
                let all = count.withLock { count in
                    count += byteCount
                    return count
                }
                if all == Self.audio.count { step.finish() }
            }
            for await _ in steps {}
            #expect(connection.ending == nil && !connection.seek(to: 0))
            if isDropped {
                connection.cancel()
                #expect(throws: CancellationError.self) { try connection.readOnce(10) }
            } else {
                connection.breakOff(because: .slowness)
                let failure = FetchFailure.short(.slowness, address: server.address("/live"))
                guard case .failed(let error as FetchFailure) = connection.ending else {
                    Issue.record("\(String(describing: connection.ending))")
                    continue
                }
                #expect(error == failure)
                await #expect(throws: failure) { _ = try await readAll(connection) }
            }
        }
    }
}
