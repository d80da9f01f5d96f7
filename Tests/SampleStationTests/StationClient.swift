import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import SampleStation

/// Asks a running station, as a player does.
struct StationClient {
    let base: String

    struct Answer {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]

        func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: Data(body))
        }
    }

    func get(_ path: String) async throws -> Answer { try await send(.GET, path) }

    func post(_ path: String, _ body: (any Encodable)? = nil) async throws -> Answer {
        try await send(.POST, path, body)
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ body: (any Encodable)? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: path.hasPrefix("http") ? path : base + path)
        request.method = method
        if let body { request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body))) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let bytes = try await response.body.collect(upTo: 4_000_000)
        return Answer(
            status: Int(response.status.code), headers: response.headers,
            body: Array(bytes.readableBytesView))
    }

    /// The first `byteCount` bytes of an endless body.
    func listen(
        _ path: String, headers: HTTPHeaders = [:], byteCount: Int
    ) async throws -> (headers: HTTPHeaders, bytes: [UInt8]) {
        let response = try await open(path, headers: headers)
        var bytes: [UInt8] = []
        for try await piece in response.body {
            bytes += piece.readableBytesView
            if bytes.count >= byteCount { break }
        }
        return (response.headers, Array(bytes.prefix(byteCount)))
    }

    func open(_ path: String, headers: HTTPHeaders = [:]) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: base + path)
        request.headers = headers
        return try await HTTPClient.shared.execute(request, timeout: .seconds(50))
    }
}
