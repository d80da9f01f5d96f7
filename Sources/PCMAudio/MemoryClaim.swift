/// One owner's part of a ``MemoryBudget``. It returns to the budget when the claim is released.
///
/// Callable from any thread.
package final class MemoryClaim: Sendable {
    package let budget: MemoryBudget
    private let taken = Guarded(0)

    /// A claim that has taken nothing yet.
    package init(on budget: MemoryBudget) {
        self.budget = budget
    }

    deinit {
        budget.giveBack(taken.withLock { $0 })
    }

    /// How many bytes it has.
    package var byteCount: Int { taken.withLock { $0 } }

    /// Takes `count` more bytes. Takes nothing, and returns `false`, where the budget has fewer.
    package func grow(by count: Int) -> Bool {
        taken.withLock { taken in
            guard budget.take(count) else { return false }
            taken += count
            return true
        }
    }

    /// Gives back all but `count` bytes.
    package func shrink(to count: Int) {
        taken.withLock { taken in
            guard count < taken else { return }
            budget.giveBack(taken - count)
            taken = count
        }
    }
}
