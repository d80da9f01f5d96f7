import HTTPAccess
import Synchronization

/// The body of a partial response: exactly the bytes that its head declares.
final class PartialBody: Sendable {
    private let response: WebResponse
    private let missingByteCount: Atomic<Int>

    /// Ends the reading of a body that has all of the bytes.
    private struct Completion: Error {}

    init(of response: WebResponse, byteCount: Int) {
        self.response = response
        missingByteCount = Atomic(byteCount)
    }

    /// Passes the body to `consume`, as ``WebResponse/forEachChunk(_:)`` does. Leaves out any
    /// surplus, and throws if the body is shorter than declared.
    func forEachChunk(
        _ consume: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        do {
            try await response.forEachChunk { chunk in
                let missing = self.missingByteCount.load(ordering: .relaxed)
                let part = Array(chunk.prefix(missing))
                self.missingByteCount.store(missing - part.count, ordering: .relaxed)
                try await consume(part)
                if part.count == missing { throw Completion() }
            }
        } catch is Completion {
            return
        }
        throw HTTPAccessError(.brokenOff, at: response.address)
    }
}
