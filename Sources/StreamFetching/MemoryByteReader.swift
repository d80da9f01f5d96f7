import Synchronization

/// Reads bytes in memory.
package final class MemoryByteReader: ByteReader {
    private let bytes: [UInt8]
    private let position = Atomic<Int>(0)
    private let isCancelled = Atomic<Bool>(false)

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !isCancelled.load(ordering: .relaxed) else { throw CancellationError() }
        let start = position.load(ordering: .relaxed)
        let part = bytes[start...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        position.store(start + part.count, ordering: .relaxed)
        return part.count
    }

    package var size: Int? { bytes.count }

    package func seek(to position: Int) -> Bool {
        guard (0...bytes.count).contains(position) else { return false }
        self.position.store(position, ordering: .relaxed)
        return true
    }

    package func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }
}
