import Dispatch
import Synchronization

/// The result of asynchronous work, for a caller that waits.
final class Waited<Value: Sendable>: Sendable {
    private let outcome = Mutex<Result<Value, any Error>?>(nil)

    var result: Result<Value, any Error>? { outcome.withLock { $0 } }

    init(_ work: @escaping @Sendable () async throws -> Value) {
        let done = DispatchSemaphore(value: 0)
        Task {
            let result: Result<Value, any Error>
            do {
                result = .success(try await work())
            } catch {
                _ = "\(error)"
                result = .failure(error)
            }
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
    }
}
