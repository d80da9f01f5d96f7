import Foundation

/// A value that one thread changes and others wait for.
final class Watched<Value: Sendable>: @unchecked Sendable {
    // @unchecked Sendable: mutable state is only used while `condition` is locked.
    private let condition = NSCondition()
    private var value: Value
    private var changeCount = 0

    init(_ value: Value) {
        self.value = value
    }

    var current: Value { condition.withLock { value } }

    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        condition.withLock {
            defer {
                changeCount += 1
                condition.broadcast()
            }
            return body(&value)
        }
    }

    /// Waits until `answer` returns a result for the value, and returns that; `nil` if there is
    /// none after `limit`.
    ///
    /// `answer` does not block threads that change the value.
    func wait<Answer>(within limit: Duration, for answer: (Value) -> Answer?) -> Answer? {
        let deadline = ContinuousClock.now + limit
        var (seen, count) = condition.withLock { (value, changeCount) }
        var isLast = false
        while true {
            if let found = answer(seen) { return found }
            if isLast { return nil }
            condition.lock()
            defer { condition.unlock() }
            while changeCount == count {
                let rest = (deadline - .now) / .seconds(1)
                guard rest > 0 else { return nil }
                _ = condition.wait(until: Date(timeIntervalSinceNow: rest))
            }
            (seen, count) = (value, changeCount)
            // It may change endlessly.
            isLast = .now >= deadline
        }
    }
}
