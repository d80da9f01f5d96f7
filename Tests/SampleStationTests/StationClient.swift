import Foundation
import HTTPAccess
import SampleStation
import Testing

/// A player's requests to a running station.
struct StationClient {
    let base: String

    private static let client = {
        var configuration = WebClientConfiguration()
        configuration.stallLimit = .seconds(50)
        return WebClient(configuration: configuration)
    }()

    struct Answer {
        let status: Int
        let contentType: String?
        let body: [UInt8]

        func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: Data(body))
        }
    }

    func get(_ path: String) async throws -> Answer { try await send(.get, path) }

    func post(_ path: String, _ body: (any Encodable)? = nil) async throws -> Answer {
        try await send(.post, path, body)
    }

    func send(
        _ method: WebRequest.Method, _ path: String, _ body: (any Encodable)? = nil,
        headers: [WebHeader] = []
    ) async throws -> Answer {
        var request = try request(path, headers: headers)
        request.method = method
        if let body { request.body = Array(try JSONEncoder().encode(body)) }
        let reply = try await Self.client.exchange(
            request, maximumByteCount: 4_000_000, within: .seconds(30))
        return Answer(
            status: reply.status, contentType: reply.document.contentType,
            body: reply.document.bytes)
    }

    /// The head of an endless response, and the first `byteCount` bytes of its body.
    func listen(
        _ path: String, headers: [WebHeader] = [], byteCount: Int
    ) async throws -> (head: WebResponse, bytes: [UInt8]) {
        let response = try await open(path, headers: headers)
        var bytes: [UInt8] = []
        for try await chunk in response.chunks {
            bytes += chunk
            if bytes.count >= byteCount { break }
        }
        return (response, Array(bytes.prefix(byteCount)))
    }

    func open(_ path: String, headers: [WebHeader] = []) async throws -> WebResponse {
        try await Self.client.open(try request(path, headers: headers))
    }

    /// `path` is a complete address or a path of the station.
    private func request(_ path: String, headers: [WebHeader] = []) throws -> WebRequest {
        let address = try #require(WebAddress(path.hasPrefix("http") ? path : base + path))
        return WebRequest(
            address, from: .typed, credentials: HostCredentials(headers, for: address))
    }
}

extension WebResponse {
    /// The body as it arrives, for one reader. The connection closes when the stream is released.
    var chunks: AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { chunks in
            let reading = Task {
                do {
                    try await forEachChunk { chunks.yield($0) }
                    chunks.finish()
                } catch {
                    chunks.finish(throwing: error)
                }
            }
            chunks.onTermination = { _ in reading.cancel() }
        }
    }
}

extension StationClock {
    /// A clock that runs faster by a factor.
    static func running(timesFaster factor: Int) -> StationClock {
        let real = StationClock.startingNow()
        return StationClock(
            elapsed: { real.elapsed() * factor },
            sleepUntil: { try await real.sleepUntil($0 / factor) })
    }

    /// A clock that stands still, so that its sleepers wait until they are cancelled.
    static func standing(at elapsed: Duration) -> StationClock {
        StationClock(
            elapsed: { elapsed },
            sleepUntil: { _ in
                let (never, _) = AsyncStream.makeStream(of: Never.self)
                for await _ in never {}
                throw CancellationError()
            })
    }
}
