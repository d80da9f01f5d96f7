/// A number of bytes of memory that several owners share.
///
/// An owner takes its part with a ``MemoryClaim`` before it allocates. Callable from any thread.
package final class MemoryBudget: Sendable {
    /// How many bytes all owners may have together.
    package let byteCount: Int

    private let used = Guarded(0)

    package init(byteCount: Int) {
        self.byteCount = max(0, byteCount)
    }

    /// How many bytes are taken now.
    package var usedByteCount: Int { used.withLock { $0 } }

    /// Takes `count` bytes. Takes nothing, and returns `false`, where fewer are left.
    func take(_ count: Int) -> Bool {
        used.withLock { used in
            guard count <= byteCount - used else { return false }
            used += count
            return true
        }
    }

    func giveBack(_ count: Int) {
        used.withLock { $0 -= count }
    }
}
