import Synchronization

extension WebResponse {
    /// Takes the whole body in.
    ///
    /// Throws an ``HTTPAccessError`` as soon as it turns out to be larger than `maximumByteCount`.
    /// `onBytes` is told how many bytes have come before they are kept; what it throws ends this.
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

/// Gathers chunks, up to a size.
private final class ByteCollector: Sendable {
    private let maximumByteCount: Int
    private let state = Mutex<[UInt8]>([])

    init(maximumByteCount: Int) {
        self.maximumByteCount = maximumByteCount
    }

    var bytes: [UInt8] { state.withLock { $0 } }

    /// Returns `false`, and takes nothing, if the chunk does not fit in any more.
    func append(_ chunk: [UInt8]) -> Bool {
        state.withLock { bytes in
            guard bytes.count + chunk.count <= maximumByteCount else { return false }
            bytes += chunk
            return true
        }
    }
}
