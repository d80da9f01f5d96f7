import Testing

@testable import AudioDecoding

@Suite("The bytes of stored packets")
struct PacketBytesTests {
    private static func append(_ count: Int, _ byte: UInt8, to bytes: inout PacketBytes)
        -> PacketBytes.Location
    {
        [UInt8](repeating: byte, count: count).withUnsafeBytes { bytes.append($0) }
    }

    private static func spill(_ bytes: inout PacketBytes) throws -> PacketBytes.Spill {
        let spill = bytes.beginSpill()
        return try #require(spill)
    }

    private static func expectNone(
        _ bytes: inout PacketBytes, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let spill = bytes.beginSpill()
        #expect(spill == nil, sourceLocation: sourceLocation)
    }

    @Test(
        "are kept in segments of a sixteenth of the memory, within bounds",
        arguments: [
            (0, 4096), (65_536, 4096), (1 << 20, 65_536), (1 << 22, 262_144), (1 << 30, 262_144),
        ])
    func segmentSize(limit: Int, size: Int) {
        #expect(PacketBytes(memoryLimit: limit, fileLimit: 1 << 20).slotSize == size)
    }

    @Test("come back as they were stored")
    func copies() {
        var bytes = PacketBytes(memoryLimit: 1 << 16, fileLimit: 0)
        let first = Self.append(4000, 1, to: &bytes)
        let second = Self.append(96, 2, to: &bytes)
        let third = Self.append(1, 3, to: &bytes)
        #expect(first == PacketBytes.Location(segment: 0, offset: 0, size: 4000))
        #expect(second == PacketBytes.Location(segment: 0, offset: 4000, size: 96))
        #expect(third == PacketBytes.Location(segment: 1, offset: 0, size: 1))
        #expect(bytes.copy(second) == [UInt8](repeating: 2, count: 96))
        #expect(bytes.copy(third) == [3])
        #expect(bytes.memoryUse == 4097)
        bytes.drop(before: 1)
        #expect(bytes.memoryUse == 1)
        #expect(bytes.oldestSegment == 1)
        #expect(bytes.copy(third) == [3])
        let fourth = Self.append(2, 4, to: &bytes)
        #expect(fourth == PacketBytes.Location(segment: 1, offset: 1, size: 2))
        bytes.drop(before: 9)
        #expect(bytes.memoryUse == 0)
        #expect(bytes.oldestSegment == 2)
    }

    @Test("go to the file from the oldest on, once memory exceeds its limit")
    func spilled() throws {
        var bytes = PacketBytes(memoryLimit: 8192, fileLimit: 1 << 20)
        let first = Self.append(4096, 1, to: &bytes)
        let second = Self.append(4096, 2, to: &bytes)
        Self.expectNone(&bytes)
        let third = Self.append(4096, 3, to: &bytes)
        let spill = try Self.spill(&bytes)
        #expect(spill.segment == 0)
        #expect(spill.bytes == [UInt8](repeating: 1, count: 4096))
        #expect(spill.slots == [0])
        bytes.finish(spill, isWritten: true)
        #expect(bytes.slots(of: first) == [0])
        #expect(bytes.slots(of: second) == nil)
        #expect(bytes.memoryUse == 8192)
        #expect(bytes.fileUse == 4096)
        #expect(bytes.fileSize == 4096)
        Self.expectNone(&bytes)
        _ = Self.append(1, 4, to: &bytes)
        let next = try Self.spill(&bytes)
        #expect(next.segment == 1)
        #expect(next.slots == [1])
        bytes.finish(next, isWritten: true)
        #expect(bytes.copy(third) == [UInt8](repeating: 3, count: 4096))
        // The slots of a dropped segment are used again.
        bytes.drop(before: 1)
        #expect(bytes.fileUse == 4096)
        _ = Self.append(4096, 5, to: &bytes)
        let again = try Self.spill(&bytes)
        #expect(again.segment == 2)
        #expect(again.slots == [0])
        bytes.finish(again, isWritten: true)
        #expect(bytes.fileSize == 8192)
    }

    @Test("stay in memory while their segment is the newest")
    func newest() {
        var bytes = PacketBytes(memoryLimit: 0, fileLimit: 1 << 20)
        let only = Self.append(100, 1, to: &bytes)
        Self.expectNone(&bytes)
        #expect(bytes.copy(only) == [UInt8](repeating: 1, count: 100))
    }

    @Test("are dropped with all before them if they cannot be written")
    func unwritten() throws {
        var bytes = PacketBytes(memoryLimit: 0, fileLimit: 1 << 20)
        for byte in 1...3 { _ = Self.append(4096, UInt8(byte), to: &bytes) }
        let first = try Self.spill(&bytes)
        bytes.finish(first, isWritten: true)
        let second = try Self.spill(&bytes)
        #expect(second.slots == [1])
        bytes.finish(second, isWritten: false)
        #expect(bytes.oldestSegment == 2)
        #expect(bytes.fileUse == 0)
        #expect(bytes.memoryUse == 4096)
        _ = Self.append(4096, 4, to: &bytes)
        let third = try Self.spill(&bytes)
        #expect(third.segment == 2)
        #expect(third.slots?.first.map { $0 < 2 } == true)
        #expect(bytes.fileSize == 8192)
    }

    @Test("have no slots once the file is full")
    func full() throws {
        var bytes = PacketBytes(memoryLimit: 0, fileLimit: 8191)
        for byte in 1...3 { _ = Self.append(4096, UInt8(byte), to: &bytes) }
        let first = try Self.spill(&bytes)
        #expect(first.slots == [0])
        bytes.finish(first, isWritten: true)
        let second = try Self.spill(&bytes)
        #expect(second.slots == nil)
        bytes.finish(second, isWritten: false)
        #expect(bytes.oldestSegment == 2)
    }

    @Test("of a large packet take several slots")
    func large() throws {
        var bytes = PacketBytes(memoryLimit: 0, fileLimit: 1 << 20)
        let large = Self.append(10_000, 1, to: &bytes)
        _ = Self.append(1, 2, to: &bytes)
        let spill = try Self.spill(&bytes)
        #expect(spill.slots?.count == 3)
        bytes.finish(spill, isWritten: true)
        #expect(bytes.slots(of: large) == spill.slots)
        #expect(bytes.fileUse == 10_000)
        #expect(bytes.fileSize == 3 * 4096)
    }
}

@Suite("The slots of a file")
struct SpillFileTests {
    @Test("are taken up to the limit, and again once they are free")
    func slots() {
        var slots = SpillSlots(slotSize: 100, byteLimit: 599)
        #expect(slots.take(for: 100) == [0])
        #expect(slots.take(for: 101) == [1, 2])
        #expect(slots.count == 3)
        #expect(slots.take(for: 300) == nil)
        #expect(slots.count == 3)
        slots.release([0])
        #expect(slots.take(for: 300) == [0, 3, 4])
        #expect(slots.count == 5)
        #expect(slots.take(for: 1) == nil)
        #expect(slots.take(for: 0) == [])
    }

    @Test("hold what was written to them, in any order")
    func contents() throws {
        let file = try #require(SpillFile(slotSize: 100))
        let bytes = (0..<250).map { UInt8($0) }
        #expect(file.write(bytes, to: [4, 0, 2]))
        #expect(file.write([UInt8](repeating: 255, count: 100), to: [1]))
        for (offset, count) in [(0, 250), (0, 100), (99, 2), (100, 100), (150, 100), (249, 1)] {
            var read = [UInt8](repeating: 0, count: count)
            let isRead = read.withUnsafeMutableBytes {
                file.read(from: [4, 0, 2], at: offset, into: $0)
            }
            #expect(isRead)
            #expect(read == Array(bytes[offset..<(offset + count)]))
        }
    }

    @Test("that were never written cannot be read")
    func unread() throws {
        let file = try #require(SpillFile(slotSize: 100))
        #expect(file.write([1, 2, 3], to: [0]))
        var read = [UInt8](repeating: 0, count: 10)
        #expect(!read.withUnsafeMutableBytes { file.read(from: [7], at: 0, into: $0) })
    }
}
