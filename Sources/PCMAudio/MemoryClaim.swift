/// One owner's part of a ``MemoryBudget``, returned to the budget when the claim is deinitialized.
///
/// Callable from any thread.
package final class MemoryClaim: Sendable {
    package let budget: MemoryBudget
    private let taken = Guarded(0)

    /// Makes a claim that has reserved nothing yet.
    package init(on budget: MemoryBudget) {
        self.budget = budget
    }

    deinit {
        budget.giveBack(taken.withLock { $0 })
    }

    /// How many bytes it has reserved.
    package var byteCount: Int { taken.withLock { $0 } }

    /// Reserves `count` more bytes. Reserves nothing, and returns `false`, if the budget has fewer.
    package func grow(by count: Int) -> Bool {
        taken.withLock { taken in
            guard budget.take(count) else { return false }
            taken += count
            return true
        }
    }

    /// Returns all but `count` bytes to the budget.
    package func shrink(to count: Int) {
        taken.withLock { taken in
            guard count < taken else { return }
            budget.giveBack(taken - count)
            taken = count
        }
    }
}
