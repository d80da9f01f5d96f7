/// Allocates the slots of a ``SpillFile``. All have one size, so any free slot can be reused.
struct SpillSlots {
    let slotSize: Int
    /// The greatest number of slots.
    private let limit: Int
    private var free: [Int] = []
    /// How many slots the file has: the most that were in use at one time.
    private(set) var count = 0

    /// Slots of `slotSize` bytes each, with at most `byteLimit` bytes in total.
    init(slotSize: Int, byteLimit: Int) {
        self.slotSize = slotSize
        limit = byteLimit / slotSize
    }

    /// Takes slots for `byteCount` bytes; `nil` if there are not enough.
    mutating func take(for byteCount: Int) -> [Int]? {
        let needed = (byteCount + slotSize - 1) / slotSize
        guard needed <= free.count + limit - count else { return nil }
        return (0..<needed).map { _ in
            if let slot = free.popLast() { return slot }
            count += 1
            return count - 1
        }
    }

    mutating func release(_ slots: [Int]) { free += slots }
}
