import HTTPAccess
import Synchronization
import TestServers
import Testing

@testable import StreamFetching

@Suite("A recording that is read at any position", .timeLimit(.minutes(1)))
struct RecordingReaderTests {
    private static let body = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    /// Opens the recording of `server`, and calls `read` with its reader on a thread that may block.
    private func reading<Result: Sendable>(
        _ server: FaultServer,
        credentials: (WebAddress) -> HostCredentials = { _ in .none },
        told: @escaping @Sendable (FetchEvent) -> Void = { _ in },
        _ read: @escaping @Sendable (RecordingReader) throws -> Result
    ) async throws -> Result {
        var configuration = WebClientConfiguration()
        configuration.addressRule = .anywhere
        let address = try #require(WebAddress(server.address()))
        let clock = ManualClock()
        let fetcher = LiveStreamFetcher(
            StreamOpener(
                address, credentials: credentials(address),
                client: WebClient(configuration: configuration)),
            policy: RetryPolicy(givingUpAfter: .seconds(9)), clock: clock
        ) { event in
            if case .waiting(let wait) = event { clock.skipSleep(of: wait) }
            told(event)
        }
        return try await onThread {
            let first = try #require(try fetcher.nextConnection())
            let reader = RecordingReader(first, over: fetcher)
            defer { reader.cancel() }
            return try read(reader)
        }
    }

    /// The first, the last and the middle bytes, `count` each.
    @Sendable private static func threePlaces(
        _ count: Int
    ) -> @Sendable (RecordingReader) throws -> [[UInt8]] {
        { reader in
            let beginning = try reader.bytes(atMost: count)
            #expect(reader.enableSeeking())
            return [beginning]
                + (try [(body.count - count), body.count / 2].map { place in
                    #expect(reader.seek(to: place))
                    return try reader.bytes(atMost: count)
                })
        }
    }

    private static func expected(_ count: Int) -> [[UInt8]] {
        [0, body.count - count, body.count / 2].map { Array(body[$0..<$0 + count]) }
    }

    @Test("requests each part that is read")
    func ranges() async throws {
        let server = FaultServer { request, _ in .file(Self.body, for: request) }
        defer { server.stop() }
        let parts = try await reading(server, Self.threePlaces(1000))
        #expect(parts == Self.expected(1000))
        #expect(server.requests.map(\.firstByte) == [nil, 1_999_000, 1_000_000])
        #expect(server.requests.dropFirst().allSatisfy { $0.headers["if-range"] == "\"a\"" })
    }

    /// How a server answers a request for a range that it does not serve.
    enum Refusal: CaseIterable {
        case whole, notSatisfiable, otherRange, noRange, multipart, emptyRange, pastTheEnd

        func answer(_ request: FaultServer.Request, _ body: [UInt8]) -> [FaultServer.Step] {
            guard let start = request.firstByte else { return .answer(body, type: "audio/mp4") }
            let end = body.count - 1
            return switch self {
            case .whole: .answer(body, type: "audio/mp4")
            case .notSatisfiable: [.head("416 Range Not Satisfiable", "Content-Length: 0")]
            case .otherRange: part(start + 1, end, of: "\(body.count)")
            case .noRange: [.head("206 Partial Content", "Content-Length: 5"), .text("other")]
            case .multipart:
                [
                    .head(
                        "206 Partial Content", "Content-Type: multipart/byteranges; boundary=x",
                        "Content-Length: 5"), .text("--x\r\n"),
                ]
            case .emptyRange: part(start, start - 1, of: "\(body.count)")
            case .pastTheEnd: part(start, end + 1, of: "*")
            }
        }

        private func part(_ first: Int, _ last: Int, of size: String) -> [FaultServer.Step] {
            [
                .head(
                    "206 Partial Content", "Content-Range: bytes \(first)-\(last)/\(size)",
                    "Content-Length: 5"), .text("other"),
            ]
        }
    }

    @Test(
        "continues the first connection into a file if its server serves no ranges",
        arguments: Refusal.allCases)
    func download(refusal: Refusal) async throws {
        let server = FaultServer { request, _ in refusal.answer(request, Self.body) }
        defer { server.stop() }
        let parts = try await reading(server, Self.threePlaces(1000))
        #expect(parts == Self.expected(1000))
        #expect(server.requests.count == 2)
    }

    @Test("is requested again for a download if too much of it was read before")
    func downloadAgain() async throws {
        let server = FaultServer { _, _ in .answer(Self.body, type: "audio/mp4") }
        defer { server.stop() }
        let parts = try await reading(server, Self.threePlaces(100_000))
        #expect(parts == Self.expected(100_000))
        #expect(server.requests.count == 3)
    }

    @Test("is downloaded if its size is not known")
    func unknownSize() async throws {
        let beginning: [UInt8] = Array("\0\0\0\u{10}ftypM4A \0\0\0\0\0\0\0\0mdat".utf8)
        let body = beginning + Self.body
        let server = FaultServer { _, _ in
            [
                .head("200 OK", "Content-Type: audio/mp4", "Transfer-Encoding: chunked"),
                .chunk(body), .chunk([]),
            ]
        }
        defer { server.stop() }
        let (size, part) = try await reading(server) { reader in
            #expect(reader.size == nil && reader.enableSeeking())
            #expect(reader.seek(to: body.count - 10))
            return (reader.size, try reader.readAll())
        }
        #expect(size == body.count)
        #expect(part == Array(body.suffix(10)))
    }

    @Test("continues with another range where a part broke off or ended", arguments: [true, false])
    func interrupted(declared: Bool) async throws {
        let server = FaultServer { request, index in
            guard let start = request.firstByte, !declared, start + 400_000 <= Self.body.count
            else {
                return .file(
                    Self.body, for: request, endingAfter: index.isMultiple(of: 2) ? .max : 400_000)
            }
            return [
                .head(
                    "206 Partial Content", "Content-Length: 400000", "ETag: \"a\"",
                    "Content-Range: bytes \(start)-\(start + 399_999)/\(Self.body.count)"),
                .send(Array(Self.body[start..<start + 400_000])),
            ]
        }
        defer { server.stop() }
        let part = try await reading(server) { reader in
            #expect(reader.enableSeeking() && reader.seek(to: 800_000))
            return try reader.readAll(by: 10_000)
        }
        #expect(part == Array(Self.body[800_000...]))
    }

    @Test(
        "ends with an error if the server has another one by now",
        arguments: ["ETag: \"b\"", "Content-Range: bytes 1000000-1999998/1999999"])
    func changed(header: String) async throws {
        let server = FaultServer { request, _ in
            guard let start = request.firstByte else { return .file(Self.body, for: request) }
            let range = "Content-Range: bytes \(start)-1999999/2000000"
            let headers = header.hasPrefix("ETag") ? [range, header] : [header]
            return [
                .text("HTTP/1.1 206 Partial Content\r\nContent-Length: 5\r\n"),
                .text(headers.joined(separator: "\r\n") + "\r\n\r\n"), .text("other"),
            ]
        }
        defer { server.stop() }
        let error = await #expect(throws: FetchFailure.self) {
            try await reading(server, Self.threePlaces(1000))
        }
        #expect(error == .source(.changed(server.address())))
    }

    @Test("a part has no byte more than it declares")
    func surplus() async throws {
        let server = FaultServer { request, index in
            guard let start = request.firstByte else { return .file(Self.body, for: request) }
            return [
                .head(
                    "206 Partial Content", "Transfer-Encoding: chunked",
                    "Content-Range: bytes \(start)-\(start + 99)/\(Self.body.count)"),
                .chunk(Array(Self.body[start..<start + 100]) + [UInt8](repeating: 1, count: 5000)),
                .stall,
            ]
        }
        defer { server.stop() }
        let part = try await reading(server) { reader in
            #expect(reader.enableSeeking() && reader.seek(to: 1_000_000))
            return try reader.bytes(atMost: 300)
        }
        #expect(part == Array(Self.body[1_000_000..<1_000_300]))
    }

    @Test("is not downloaded if it is larger than the limit", arguments: [true, false])
    func tooLarge(declared: Bool) async throws {
        let server = FaultServer { _, _ in
            let length = declared ? "Content-Length: \(DownloadFile.byteLimit + 1)" : "A: b"
            return [.head("200 OK", "Content-Type: audio/mp4", length), .send(Self.body), .pour]
        }
        defer { server.stop() }
        let error = await #expect(throws: SourceError.self) {
            try await reading(server) { reader in
                #expect(reader.enableSeeking())
                _ = reader.seek(to: 1_000_000)
                return try reader.readAll()
            }
        }
        let limit = DownloadFile.byteLimit
        #expect(error == .unseekable(server.address(), maximumByteCount: limit))
        if declared { #expect(server.pouredByteCount < limit / 4) }
    }

    @Test("sends the operator's headers to the host of the source only")
    func headers() async throws {
        let other = FaultServer { request, _ in .file(Self.body, for: request) }
        defer { other.stop() }
        let target = other.address("/b").replacing("127.0.0.1", with: "localhost")
        let server = FaultServer { _, _ in .redirect(to: target) }
        defer { server.stop() }
        let parts = try await reading(
            server, credentials: { HostCredentials([WebHeader("X-Key", "secret")], for: $0) },
            Self.threePlaces(1000))
        #expect(parts == Self.expected(1000))
        #expect(server.requests.allSatisfy { $0.headers["x-key"] == "secret" })
        #expect(other.requests.count == 3)
        #expect(other.requests.allSatisfy { $0.headers["x-key"] == nil })
    }

    @Test("a read ends when it is cancelled during a request")
    func cancelling() async throws {
        let reader = Mutex<RecordingReader?>(nil)
        let server = FaultServer { request, _ in
            guard request.firstByte != nil else { return .file(Self.body, for: request) }
            reader.withLock { $0 }?.cancel()
            return [.stall]
        }
        defer { server.stop() }
        await #expect(throws: CancellationError.self) {
            try await reading(server) { opened in
                reader.withLock { $0 = opened }
                #expect(opened.enableSeeking() && opened.seek(to: 1_000_000))
                return try opened.readAll()
            }
        }
    }

    @Test("tells that a part was lost, and that it came again over another connection")
    func told() async throws {
        let server = FaultServer { request, index in
            .file(Self.body, for: request, endingAfter: index == 1 ? 100_000 : .max)
        }
        defer { server.stop() }
        let events = Mutex<[String]>([])
        let part = try await reading(
            server,
            told: { event in
                switch event {
                case .lost: events.withLock { $0.append("lost") }
                case .resumed: events.withLock { $0.append("resumed") }
                case .connecting, .connected, .received, .waiting, .gaveUp: break
                }
            }
        ) { reader in
            #expect(reader.enableSeeking() && reader.seek(to: 1_000_000))
            return try reader.readAll(by: 10_000)
        }
        #expect(part == Array(Self.body[1_000_000...]))
        #expect(events.withLock { $0 } == ["lost", "resumed"])
    }

    @Test("keeps no more of its beginning than 64 KiB, however it is read")
    func head() async throws {
        for (count, requestCount) in [(65, 2), (70, 3)] {
            let server = FaultServer { _, _ in .answer(Self.body, type: "audio/mp4") }
            defer { server.stop() }
            let part = try await reading(server) { reader in
                var rest = count * 1000
                while rest > 0 { rest -= try reader.readOnce(min(rest, 1000)).count }
                #expect(reader.enableSeeking() && reader.seek(to: 1_999_990))
                return try reader.readAll()
            }
            #expect(part == Array(Self.body.suffix(10)))
            #expect(server.requests.count == requestCount)
        }
    }
}
