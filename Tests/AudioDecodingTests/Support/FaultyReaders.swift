import Foundation
import StreamFetching
import Synchronization

/// Gives the same bytes over and over.
final class EndlessReader: ByteReader {
    private let bytes: [UInt8]
    /// Where the bytes begin that are repeated.
    private let start: Int
    private let position = Mutex(0)
    private let isCancelled = Atomic<Bool>(false)

    init(after beginning: [UInt8] = [], repeating bytes: [UInt8]) {
        self.bytes = beginning + bytes
        start = beginning.count
    }

    let size: Int? = nil

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        position.withLock { position in
            let count = min(buffer.count, bytes.count - position)
            buffer.copyBytes(from: bytes[position..<(position + count)])
            position += count
            if position == bytes.count { position = start }
            return isCancelled.load(ordering: .relaxed) ? 0 : count
        }
    }

    func seek(to position: Int) -> Bool { false }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }
}

/// Lets every read wait until it is cancelled.
final class StalledReader: ByteReader {
    private let reading = DispatchSemaphore(value: 0)
    private let cancelled = DispatchSemaphore(value: 0)

    let size: Int? = nil

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        reading.signal()
        cancelled.wait()
        cancelled.signal()
        return 0
    }

    func seek(to position: Int) -> Bool { false }

    func cancel() { cancelled.signal() }

    /// Waits until somebody waits in ``read(into:)``.
    func waitUntilRead() { reading.wait() }
}

/// Gives its bytes, a few at a time, and no chance to go back.
final class TricklingReader: ByteReader {
    private let bytes: [UInt8]
    private let step: Int
    private let position = Mutex(0)

    init(_ bytes: [UInt8], step: Int) {
        self.bytes = bytes
        self.step = step
    }

    let size: Int? = nil

    /// How many bytes were read so far.
    var givenCount: Int { position.withLock { $0 } }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        position.withLock { position in
            let count = min(buffer.count, step, bytes.count - position)
            buffer.copyBytes(from: bytes[position..<(position + count)])
            position += count
            return count
        }
    }

    func seek(to position: Int) -> Bool { false }

    func cancel() {}
}
