import AsyncHTTPClient
import MediaTime
import NIOCore
import PlainText

/// A response whose head has arrived and whose body is still to be read.
package struct WebResponse: Sendable {
    /// The last request, after redirects.
    package let request: WebRequest

    private let response: HTTPClientResponse
    /// Keeps the client alive, whose release closes the connection.
    let client: WebClient

    init(_ response: HTTPClientResponse, to request: WebRequest, client: WebClient) {
        self.request = request
        self.response = response
        self.client = client
    }

    /// The address of the response.
    package var address: WebAddress { request.address }

    /// The status code.
    var status: Int { Int(response.status.code) }

    /// The value of the first header field with this name, ignoring case, without surrounding
    /// space.
    package subscript(header name: String) -> String? {
        // The parser leaves the space after it.
        response.headers.first(name: name)?.trimmed
    }

    /// The media type in lower case and without parameters; `nil` if none is declared.
    package var contentType: String? {
        guard let type = self[header: "content-type"]?.prefix(while: { $0 != ";" }) else {
            return nil
        }
        let words = type.split(separator: " ")
        return words.first?.lowercased()
    }

    /// The size of the body in bytes; `nil` if the server does not declare it.
    package var contentLength: Int? {
        self[header: "content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The content coding that compresses the body; `nil` if there is none.
    var bodyCoding: String? { response.bodyCoding }

    /// Passes the body to `consume` as it arrives, chunk by chunk.
    ///
    /// Reads no more from the network before `consume` returns. Returns at the end of the body.
    /// Throws the error of `consume`, an ``HTTPAccessError``, or `CancellationError`. Call once.
    package func forEachChunk(
        _ consume: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        let stallLimit = client.configuration.stallLimit
        let watch = StallWatch(limit: stallLimit)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await watch.run(on: client.configuration.clock)
                throw HTTPAccessError(.stalled(stallLimit), at: address)
            }
            group.addTask {
                var chunks = response.body.makeAsyncIterator()
                while let chunk = try await watch.waiting({ try await next(of: &chunks) }) {
                    try await consume(Array(chunk.readableBytesView))
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func next(
        of chunks: inout HTTPClientResponse.Body.AsyncIterator
    ) async throws -> ByteBuffer? {
        do {
            return try await chunks.next()
        } catch {
            try HTTPAccessError.rethrowCancellation(of: error)
            throw HTTPAccessError(.init(error, host: address.host) ?? .brokenOff, at: address)
        }
    }
}
