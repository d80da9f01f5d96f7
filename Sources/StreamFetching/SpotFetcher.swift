import Dispatch
import HTTPAccess

/// Loads spots as a whole, so that nothing that a network does can hold them up once they play.
package struct SpotFetcher: Sendable {
    private let client: WebClient
    private let maximumByteCount: Int
    private let limit: Duration

    /// A spot may have `maximumByteCount` bytes, and take `limit` to load. How long connecting and
    /// a pause may take is up to `client`.
    package init(
        client: WebClient, maximumByteCount: Int = 64 << 20, limit: Duration = .seconds(60)
    ) {
        self.client = client
        self.maximumByteCount = maximumByteCount
        self.limit = limit
    }

    /// Loads the spot at `place`, an http(s) address or a file.
    ///
    /// A document may name addresses only. Throws a ``SourceError``, an `HTTPAccessError`, or
    /// `CancellationError` when the task is cancelled. `onBytes` is told when a server's answer
    /// begins, and how many bytes have come before they are kept; what it throws ends the load.
    package func fetch(
        _ place: String, from provenance: AddressProvenance = .typed,
        onBytes: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) async throws -> Spot {
        switch (try SourceLocation(parsing: place), provenance) {
        case (.web(let address), _):
            let document = try await client.download(
                WebRequest(address, from: provenance, headers: []),
                maximumByteCount: maximumByteCount, within: limit, onBytes: onBytes)
            return Spot(
                place: document.address.description, contentType: document.contentType,
                bytes: document.bytes)
        case (.file(let path), .typed):
            return Spot(
                place: path, contentType: nil, bytes: try await bytes(ofFileAt: path, onBytes))
        case (.file, .document), (.standardInput, _):
            throw SourceError.notAnAddress(place)
        }
    }

    /// Reads on a thread that may block, for a file may be a named pipe.
    private func bytes(
        ofFileAt path: String, _ onBytes: @escaping @Sendable (Int) throws -> Void
    ) async throws -> [UInt8] {
        let maximum = maximumByteCount
        let reader = try FileByteReader(path: path)
        let bytes = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result { try reader.bytes(atMost: maximum + 1, onBytes) })
                }
            }
        } onCancel: {
            reader.cancel()
        }
        guard bytes.count <= maximum else {
            throw SourceError.oversized(path, maximumByteCount: maximum)
        }
        return bytes
    }
}
