import Synchronization

/// A complete response body.
package struct WebDocument: Sendable {
    /// Its address, after redirects.
    package var address: WebAddress

    /// The media type in lower case and without parameters; `nil` if none was declared.
    package var contentType: String?

    package var bytes: [UInt8]
}

/// A complete response with any status except a redirect.
package struct WebReply: Sendable {
    package var status: Int
    package var document: WebDocument

    package var isGood: Bool { (200..<300).contains(status) }
}

extension WebResponse {
    /// Returns the whole body.
    ///
    /// Throws an ``HTTPAccessError`` as soon as the body exceeds `maximumByteCount`. `onBytes` is
    /// called with the size of each chunk before that is stored; an error that it throws ends the
    /// download.
    package func document(
        maximumByteCount: Int, onBytes: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) async throws -> WebDocument {
        let tooLarge = HTTPAccessError(.tooLarge(maximumByteCount: maximumByteCount), at: address)
        if let contentLength, contentLength > maximumByteCount { throw tooLarge }
        let collector = ByteCollector(maximumByteCount: maximumByteCount)
        try await forEachChunk { chunk in
            try onBytes(chunk.count)
            guard collector.append(chunk) else { throw tooLarge }
        }
        return WebDocument(address: address, contentType: contentType, bytes: collector.bytes)
    }
}

/// Collects chunks up to a size.
private final class ByteCollector: Sendable {
    private let maximumByteCount: Int
    private let state = Mutex<[UInt8]>([])

    init(maximumByteCount: Int) {
        self.maximumByteCount = maximumByteCount
    }

    var bytes: [UInt8] { state.withLock { $0 } }

    /// Appends the chunk. Appends nothing, and returns `false`, if it does not fit.
    func append(_ chunk: [UInt8]) -> Bool {
        state.withLock { bytes in
            guard bytes.count + chunk.count <= maximumByteCount else { return false }
            bytes += chunk
            return true
        }
    }
}
