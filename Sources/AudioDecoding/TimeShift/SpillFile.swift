import Foundation

/// A file without a name that holds segments in slots of one size.
///
/// It lies in the folder for temporary files and is gone when its owner is, however that ends.
/// Which slots are in use is up to ``SpillSlots``. Callable from any thread. A slot may be given to
/// another segment while it is read, so its reader checks afterwards whether it was.
final class SpillFile: Sendable {
    private let descriptor: Int32
    private let slotSize: Int

    /// Makes an empty file; `nil` where that is not possible.
    init?(slotSize: Int) {
        let folder = FileManager.default.temporaryDirectory.path
        var template = Array("\(folder)/time-shift-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        self.descriptor = descriptor
        self.slotSize = slotSize
    }

    deinit { close(descriptor) }

    /// Writes `bytes` into `slots`. Returns `false` if they do not fit on the disk.
    func write(_ bytes: [UInt8], to slots: [Int]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            for (index, slot) in slots.enumerated() {
                let start = min(index * slotSize, bytes.count)
                let end = min(start + slotSize, bytes.count)
                guard write(.init(rebasing: bytes[start..<end]), at: slot * slotSize) else {
                    return false
                }
            }
            return true
        }
    }

    /// Fills `buffer` with the bytes from `offset` on of the segment in `slots`. Returns `false` if
    /// they cannot be read.
    func read(
        from slots: [Int], at offset: Int, into buffer: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var filled = 0
        while filled < buffer.count {
            let place = offset + filled
            let inSlot = place % slotSize
            let count = min(buffer.count - filled, slotSize - inSlot)
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + count)])
            guard read(part, at: slots[place / slotSize] * slotSize + inSlot) else { return false }
            filled += count
        }
        return true
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress! + written, bytes.count - written,
                off_t(offset + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
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
}
