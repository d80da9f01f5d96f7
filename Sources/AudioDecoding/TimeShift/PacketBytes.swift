import DequeModule

/// The bytes of packets, in the order that they came: the newest in memory, and what is more than
/// memory may hold in a ``SpillFile``.
///
/// Kept in segments, each of which is dropped, or written out, as a whole.
struct PacketBytes: ~Copyable {
    /// Where a packet's bytes are.
    struct Location: Hashable, Sendable {
        /// Counts segments from the first ever.
        var segment: Int
        var offset: Int
        var size: Int
    }

    private enum Segment {
        case memory([UInt8])
        case file(offset: Int, size: Int)
    }

    private var segments: Deque<Segment> = []
    /// The number of the oldest segment that is still there.
    private(set) var oldestSegment = 0
    /// All segments before this one are in the file, unless they are gone.
    private var firstInMemory = 0
    private var file: SpillFile?
    private let segmentSize: Int
    private let memoryLimit: Int

    /// Bytes that are in memory, and in the file.
    private(set) var memoryUse = 0
    private(set) var fileUse = 0

    init(memoryLimit: Int) {
        self.memoryLimit = memoryLimit
        segmentSize = min(max(memoryLimit / 16, 4096), 1 << 20)
    }

    /// Keeps a copy of `bytes`. May let go of the oldest segments where there is no room for them.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Location {
        if roomInNewest < bytes.count { beginSegment(holding: bytes.count) }
        let last = segments.count - 1
        guard case .memory(var segment) = segments[last] else {
            preconditionFailure("the newest segment is in memory")
        }
        let location = Location(
            segment: oldestSegment + last, offset: segment.count, size: bytes.count)
        // Not held twice while it grows, or all of it would be copied.
        segments[last] = .memory([])
        segment.append(contentsOf: bytes)
        segments[last] = .memory(segment)
        memoryUse += bytes.count
        if memoryUse > memoryLimit { spillOldest() }
        return location
    }

    /// Lets go of all segments before `number`.
    mutating func drop(before number: Int) {
        while oldestSegment < number, !segments.isEmpty { dropOldest() }
    }

    /// Fills `buffer` with the bytes at `location`. Returns `false` if the file cannot be read.
    func read(_ location: Location, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        switch segments[location.segment - oldestSegment] {
        case .memory(let bytes):
            bytes.withUnsafeBytes {
                let end = location.offset + location.size
                buffer.copyMemory(from: .init(rebasing: $0[location.offset..<end]))
            }
            return true
        case .file(let offset, _):
            return file?.read(at: offset + location.offset, into: buffer) ?? false
        }
    }

    private var roomInNewest: Int {
        guard case .memory(let newest) = segments.last else { return -1 }
        return segmentSize - newest.count
    }

    private mutating func beginSegment(holding count: Int) {
        var segment: [UInt8] = []
        segment.reserveCapacity(max(segmentSize, count))
        segments.append(.memory(segment))
    }

    /// Writes the oldest segment that is in memory to the file, or drops it and all before it.
    private mutating func spillOldest() {
        let index = max(firstInMemory - oldestSegment, 0)
        guard index < segments.count - 1, case .memory(let bytes) = segments[index] else { return }
        if file == nil { file = SpillFile() }
        guard let offset = file?.write(bytes) else {
            drop(before: oldestSegment + index + 1)
            return
        }
        segments[index] = .file(offset: offset, size: bytes.count)
        firstInMemory = oldestSegment + index + 1
        memoryUse -= bytes.count
        fileUse += bytes.count
    }

    private mutating func dropOldest() {
        switch segments.removeFirst() {
        case .memory(let bytes):
            memoryUse -= bytes.count
        case .file(let offset, let size):
            fileUse -= size
            file?.release(offset, size: size)
        }
        oldestSegment += 1
    }
}
