import Foundation

/// Runs `body` on its own thread, so that a blocking test does not block others.
package func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        startThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}
