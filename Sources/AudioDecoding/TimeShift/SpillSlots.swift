/// Gives out the slots of a ``SpillFile``, all of one size, so that any that is free holds what
/// comes next.
struct SpillSlots {
    let slotSize: Int
    /// How many there may be.
    private let limit: Int
    private var free: [Int] = []
    /// How many were ever in use at a time: the file has no more.
    private(set) var count = 0

    /// Slots of `slotSize` bytes each, of at most `byteLimit` bytes together.
    init(slotSize: Int, byteLimit: Int) {
        self.slotSize = slotSize
        limit = byteLimit / slotSize
    }

    /// Slots for `byteCount` bytes; `nil` where there are not enough.
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
