import DequeModule

/// The bytes of packets in order of arrival: the newest in memory, and those over the memory limit
/// in the slots of a ``SpillFile``.
///
/// They are kept in segments, and each segment is dropped or written out as a whole. This type does
/// no file access itself, so the lock that guards it is never held for long.
struct PacketBytes: ~Copyable {
    /// Where a packet's bytes are.
    struct Location: Hashable, Sendable {
        /// Counts segments from the first ever.
        var segment: Int
        var offset: Int
        var size: Int
    }

    /// A segment to write to the file.
    struct Spill: Sendable {
        var segment: Int
        var bytes: [UInt8]
        /// The slots to write to; `nil` if the file has reached its limit.
        var slots: [Int]?
    }

    private enum Segment {
        case memory([UInt8])
        case file(slots: [Int], size: Int)
    }

    private var segments: Deque<Segment> = []
    /// The number of the oldest segment that is kept.
    private(set) var oldestSegment = 0
    /// All segments before this one are in the file or dropped.
    private var firstInMemory = 0
    private var slots: SpillSlots
    private let memoryLimit: Int

    /// The bytes used in memory and in the file.
    private(set) var memoryUse = 0
    private(set) var fileUse = 0

    /// The size of segments where little is kept.
    static let smallSegmentSize = 16 << 10

    /// Keeps about `memoryLimit` bytes in memory, and at most `fileLimit` in the file, in segments of
    /// `segmentSize`; `nil` for a size that suits the limit.
    init(memoryLimit: Int, fileLimit: Int, segmentSize: Int? = nil) {
        self.memoryLimit = memoryLimit
        let segmentSize = segmentSize ?? min(max(memoryLimit / 16, 4096), 256 << 10)
        slots = SpillSlots(slotSize: segmentSize, byteLimit: fileLimit)
    }

    var slotSize: Int { slots.slotSize }

    /// The file's size in bytes.
    var fileSize: Int { slots.count * slots.slotSize }

    /// Keeps a copy of `bytes`.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Location {
        if roomInNewest < bytes.count { beginSegment(holding: bytes.count) }
        let last = segments.count - 1
        guard case .memory(var segment) = segments[last] else {
            preconditionFailure("the newest segment is in memory")
        }
        let location = Location(
            segment: oldestSegment + last, offset: segment.count, size: bytes.count)
        // Release the stored reference while it grows, to avoid a copy of the whole segment.
        segments[last] = .memory([])
        segment.append(contentsOf: bytes)
        segments[last] = .memory(segment)
        memoryUse += bytes.count
        return location
    }

    /// Drops all segments before `number`.
    mutating func drop(before number: Int) {
        while oldestSegment < number, !segments.isEmpty { dropOldest() }
    }

    /// The slots that hold the segment of `location`; `nil` if it is in memory.
    func slots(of location: Location) -> [Int]? {
        switch segments[location.segment - oldestSegment] {
        case .memory: nil
        case .file(let slots, _): slots
        }
    }

    /// Copies the bytes at `location`, which must be in memory.
    func copy(_ location: Location) -> [UInt8] {
        guard case .memory(let bytes) = segments[location.segment - oldestSegment] else {
            preconditionFailure("the segment is in the file")
        }
        return Array(bytes[location.offset..<(location.offset + location.size)])
    }

    private var roomInNewest: Int {
        guard case .memory(let newest) = segments.last else { return -1 }
        return slotSize - newest.count
    }

    private mutating func beginSegment(holding count: Int) {
        var segment: [UInt8] = []
        segment.reserveCapacity(max(slotSize, count))
        segments.append(.memory(segment))
    }

    private mutating func dropOldest() {
        switch segments.removeFirst() {
        case .memory(let bytes):
            memoryUse -= bytes.count
        case .file(let released, let size):
            fileUse -= size
            slots.release(released)
        }
        oldestSegment += 1
    }
}

// MARK: - Writing out

extension PacketBytes {
    /// Reserves slots for the oldest segment in memory; `nil` if memory is within its limit.
    ///
    /// The next call must be ``finish(_:isWritten:)``.
    mutating func beginSpill() -> Spill? {
        let index = max(firstInMemory - oldestSegment, 0)
        guard memoryUse > memoryLimit, index < segments.count - 1,
            case .memory(let bytes) = segments[index]
        else { return nil }
        return Spill(
            segment: oldestSegment + index, bytes: bytes, slots: slots.take(for: bytes.count))
    }

    /// Records that `spill` is in the file. If it could not be written, drops it and all before it.
    mutating func finish(_ spill: Spill, isWritten: Bool) {
        if let taken = spill.slots, isWritten {
            let size = spill.bytes.count
            segments[spill.segment - oldestSegment] = .file(slots: taken, size: size)
            firstInMemory = spill.segment + 1
            memoryUse -= size
            fileUse += size
        } else {
            if let taken = spill.slots { slots.release(taken) }
            drop(before: spill.segment + 1)
        }
    }
}
