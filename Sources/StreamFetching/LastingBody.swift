import HTTPAccess
import Synchronization

/// A response body that, after an interruption, continues over another connection at the same byte.
///
/// Works only for recordings whose server can send the rest of exactly the same bytes.
final class LastingBody: Sendable {
    private let response: WebResponse
    private let recovery: Recovery?
    private let receivedByteCount = Atomic<Int>(0)

    /// Without `recovery` the body ends at the first interruption.
    init(of response: WebResponse, recovery: Recovery?) {
        self.response = response
        self.recovery = recovery
    }

    /// Passes the body to `consume` as it arrives, as ``WebResponse/forEachChunk(_:)`` does.
    func forEachChunk(
        _ consume: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        var part = response
        while true {
            do {
                return try await part.forEachChunk { chunk in
                    self.receivedByteCount.add(chunk.count, ordering: .relaxed)
                    try await consume(chunk)
                }
            } catch {
                part = try await rest(after: error)
            }
        }
    }

    /// Requests the missing bytes until that succeeds. Throws if `recovery` allows no more tries.
    private func rest(after error: any Error) async throws -> WebResponse {
        guard let recovery, response.isResumable, var failure = FetchFailure(error) else {
            throw error
        }
        while true {
            try await recovery.wait(failure)
            do {
                let position = receivedByteCount.load(ordering: .relaxed)
                guard case .part(let rest, let bytes) = try await response.range(from: position),
                    bytes.upperBound == response.contentLength
                else { throw SourceError.replaced(response.address.description) }
                recovery.resumed()
                return rest
            } catch {
                try Task.checkCancellation()
                guard let next = FetchFailure(error) else { throw error }
                failure = next
            }
        }
    }
}
