import AsyncHTTPClient
import MediaTime
import NIOCore

/// An answer of which the head is there and the body is still to come.
package struct WebResponse: Sendable {
    /// What was asked last, after redirects.
    package let request: WebRequest

    private let response: HTTPClientResponse
    /// Breaks the connection off when it is let go of.
    let client: WebClient

    init(_ response: HTTPClientResponse, to request: WebRequest, client: WebClient) {
        self.request = request
        self.response = response
        self.client = client
    }

    /// Where the answer comes from.
    package var address: WebAddress { request.address }

    /// The status, which is one of 2xx.
    var status: Int { Int(response.status.code) }

    /// The value of the first header named so, in whatever case, without space at its ends.
    package subscript(header name: String) -> String? {
        response.headers.first(name: name)
    }

    /// The media type in lower case and without parameters, or `nil` if none is named.
    package var contentType: String? {
        guard let type = self[header: "content-type"]?.prefix(while: { $0 != ";" }) else {
            return nil
        }
        let words = type.split(separator: " ")
        return words.first?.lowercased()
    }

    /// How many bytes the body has, or `nil` if the server does not say.
    package var contentLength: Int? {
        self[header: "content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Hands the body to `consume` as it comes, a chunk at a time.
    ///
    /// No more is read from the network before `consume` returns. Returns at the end of the body;
    /// throws what `consume` throws, an ``HTTPAccessError``, or `CancellationError`. To be called
    /// once.
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
