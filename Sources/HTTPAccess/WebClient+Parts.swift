import Synchronization

extension WebClient {
    /// Sends `request` and returns only the bytes in `range` of the body, which must not be empty.
    ///
    /// A server that does not send parts sends the whole body, of which the rest is dropped. Throws
    /// as ``download(_:maximumByteCount:within:onBytes:)`` does, and if the body ends before the
    /// range does.
    package func download(
        _ request: WebRequest, bytes range: Range<Int>, within limit: Duration
    ) async throws -> WebDocument {
        var request = request
        request.headers.append(.byteRange(range))
        return try await finish(request, within: limit) { [request] in
            let response = try await self.open(request)
            let part = BodyPart(range, from: response.firstBytePosition)
            do {
                try await response.forEachChunk { chunk in
                    if part.takes(chunk) { throw BodyPart.Complete() }
                }
            } catch is BodyPart.Complete {}
            guard let bytes = part.bytes else {
                throw HTTPAccessError(.brokenOff, at: response.address)
            }
            return WebDocument(
                address: response.address, contentType: response.contentType, bytes: bytes)
        }
    }
}

extension WebResponse {
    /// The position of the first byte of this response in the whole body.
    fileprivate var firstBytePosition: Int {
        guard status == 206 else { return 0 }
        return self[header: "content-range"].flatMap(ContentRange.init)?.bytes.lowerBound ?? 0
    }
}

/// Collects a part of a body from its chunks.
private final class BodyPart: Sendable {
    struct Complete: Error {}

    private let range: Range<Int>
    private let state: Mutex<(position: Int, bytes: [UInt8])>

    /// `position` is that of the first byte that arrives.
    init(_ range: Range<Int>, from position: Int) {
        self.range = range
        state = Mutex((position, []))
    }

    /// Takes the next chunk. Returns whether the part is complete.
    func takes(_ chunk: [UInt8]) -> Bool {
        state.withLock { state in
            let start = min(max(0, range.lowerBound - state.position), chunk.count)
            let end = min(max(0, range.upperBound - state.position), chunk.count)
            if state.position <= range.lowerBound + state.bytes.count {
                state.bytes += chunk[start..<end]
            }
            state.position += chunk.count
            return state.position >= range.upperBound
        }
    }

    /// All bytes of the part; `nil` if some are missing.
    var bytes: [UInt8]? {
        state.withLock { $0.bytes.count == range.count ? $0.bytes : nil }
    }
}
