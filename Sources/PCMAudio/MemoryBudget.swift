/// A limit in bytes on the memory that several owners use together.
///
/// An owner reserves its part with a ``MemoryClaim`` before it allocates. Callable from any thread.
package final class MemoryBudget: Sendable {
    /// How many bytes all owners together may reserve.
    package let byteCount: Int

    private let used = Guarded(0)

    package init(byteCount: Int) {
        self.byteCount = max(0, byteCount)
    }

    /// How many bytes are reserved now.
    package var usedByteCount: Int { used.withLock { $0 } }

    /// Reserves `count` bytes. Reserves nothing, and returns `false`, if fewer are left.
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
