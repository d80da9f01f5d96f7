import Foundation
import StreamFetching
import Synchronization

/// Repeats the same bytes forever.
final class EndlessReader: ByteReader {
    private let bytes: [UInt8]
    /// The start of the repeated bytes.
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

/// Blocks every read until it is cancelled.
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

    /// Waits until a reader waits in ``read(into:)``.
    func waitUntilRead() { reading.wait() }
}

/// Returns its bytes a few at a time, and cannot seek.
final class TricklingReader: ByteReader {
    private let bytes: [UInt8]
    private let step: Int
    private let position = Mutex(0)

    init(_ bytes: [UInt8], step: Int) {
        self.bytes = bytes
        self.step = step
    }

    let size: Int? = nil

    /// The number of bytes read so far.
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

/// Fails after its bytes.
final class FailingReader: ByteReader {
    struct Failure: Error {}

    private let inner: TricklingReader

    init(_ bytes: [UInt8]) {
        inner = TricklingReader(bytes, step: 4096)
    }

    let size: Int? = nil

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = inner.read(into: buffer)
        guard count > 0 else { throw Failure() }
        return count
    }

    func seek(to position: Int) -> Bool { false }

    func cancel() {}
}

/// Seeks only after that was made possible, as if by a download.
final class DownloadableReader: ByteReader {
    private let inner: MemoryByteReader
    private let isDownloaded = Atomic<Bool>(false)

    init(_ bytes: [UInt8]) {
        inner = MemoryByteReader(bytes)
    }

    /// Whether seeking was requested.
    var wasDownloaded: Bool { isDownloaded.load(ordering: .relaxed) }

    var size: Int? { inner.size }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try inner.read(into: buffer)
    }

    func seek(to position: Int) -> Bool { wasDownloaded && inner.seek(to: position) }

    func enableSeeking() -> Bool {
        isDownloaded.store(true, ordering: .relaxed)
        return true
    }

    func cancel() {}
}
