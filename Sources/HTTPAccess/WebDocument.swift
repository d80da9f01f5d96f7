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
    /// The wait that the server requests before the next try; `nil` if it requests none.
    package var retryAfter: Duration?
    package var document: WebDocument

    package var isGood: Bool { (200..<300).contains(status) }
}

extension WebResponse {
    /// Returns the whole body, inflated if it is compressed.
    ///
    /// Throws an ``HTTPAccessError`` as soon as the body exceeds `maximumByteCount`, compressed or
    /// inflated. `onBytes` is called with the size of each chunk before that is
    /// stored, and `inspect` with the body so far while that has at most 64 KiB; an error that they
    /// throw ends the download.
    package func document(
        maximumByteCount: Int, onBytes: @escaping @Sendable (Int) throws -> Void = { _ in },
        inspect: @escaping @Sendable ([UInt8]) throws -> Void = { _ in }
    ) async throws -> WebDocument {
        let tooLarge = HTTPAccessError(.tooLarge(maximumByteCount: maximumByteCount), at: address)
        if let contentLength, contentLength > maximumByteCount { throw tooLarge }
        let coding = bodyCoding
        let collector = ByteCollector(
            maximumByteCount: maximumByteCount, coding == nil ? .plain : .gzip)
        do {
            try await forEachChunk { chunk in
                try collector.append(chunk, onBytes)
                let beginning = collector.bytes
                if beginning.count <= Self.inspectedByteCount { try inspect(beginning) }
            }
            try collector.finish()
        } catch is ByteCollector.Overflow {
            throw tooLarge
        } catch is GzipInflation.Damage {
            throw HTTPAccessError(.undecodable(coding ?? ""), at: address)
        }
        return WebDocument(address: address, contentType: contentType, bytes: collector.bytes)
    }

    private static let inspectedByteCount = 1 << 16
}

/// Collects chunks up to a size.
private final class ByteCollector: Sendable {
    /// The bytes do not fit.
    struct Overflow: Error {}

    enum Coding {
        case plain
        case gzip
    }

    private struct State {
        var bytes: [UInt8] = []
        /// How many compressed bytes have arrived.
        var compressedByteCount = 0
        let inflation: GzipInflation?
    }

    private let maximumByteCount: Int
    private let state: Mutex<State>

    init(maximumByteCount: Int, _ coding: Coding) {
        self.maximumByteCount = maximumByteCount
        state = Mutex(State(inflation: coding == .gzip ? GzipInflation() : nil))
    }

    var bytes: [UInt8] { state.withLock { $0.bytes } }

    /// Appends the chunk, of which `onBytes` learns before it is stored. Throws ``Overflow``, a
    /// `GzipInflation.Damage`, or the error of `onBytes`.
    func append(_ chunk: [UInt8], _ onBytes: @Sendable (Int) throws -> Void) throws {
        try state.withLock { state in
            func store(_ part: [UInt8]) throws {
                try onBytes(part.count)
                guard part.count <= maximumByteCount - state.bytes.count else { throw Overflow() }
                state.bytes += part
            }
            if let inflation = state.inflation {
                // Empty members inflate to nothing, and could arrive without end.
                guard chunk.count <= maximumByteCount - state.compressedByteCount else {
                    throw Overflow()
                }
                state.compressedByteCount += chunk.count
                try inflation.inflate(chunk, store)
            } else {
                try store(chunk)
            }
        }
    }

    /// Throws a `GzipInflation.Damage` if the end of a compressed body is missing.
    func finish() throws {
        let mayEnd = state.withLock { $0.inflation?.mayEnd ?? true }
        guard mayEnd else { throw GzipInflation.Damage() }
    }
}
