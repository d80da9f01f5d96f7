import Foundation

/// Owns a file without a name, whose space is given out and taken back in pieces.
///
/// It lies in the folder for temporary files and is gone when its owner is, however that ends.
struct SpillFile: ~Copyable {
    private let descriptor: Int32
    private var end = 0
    private var free: [Int: [Int]] = [:]

    /// Makes an empty file; `nil` where that is not possible.
    init?() {
        let folder = FileManager.default.temporaryDirectory.path
        var template = Array("\(folder)/time-shift-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Writes `bytes` and returns where; `nil` if they do not fit on the disk.
    mutating func write(_ bytes: [UInt8]) -> Int? {
        let offset = free[bytes.count]?.popLast() ?? end
        end = max(end, offset + bytes.count)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(
                    descriptor, $0.baseAddress! + written, bytes.count - written,
                    off_t(offset + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                release(offset, size: bytes.count)
                return nil
            }
            written += count
        }
        return offset
    }

    /// Fills `buffer` with the bytes at `offset`. Returns `false` if they cannot be read.
    borrowing func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var filled = 0
        while filled < buffer.count {
            let count = pread(
                descriptor, buffer.baseAddress! + filled, buffer.count - filled,
                off_t(offset + filled))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            filled += count
        }
        return true
    }

    /// Lets the `size` bytes at `offset` be written over.
    mutating func release(_ offset: Int, size: Int) {
        free[size, default: []].append(offset)
    }
}
