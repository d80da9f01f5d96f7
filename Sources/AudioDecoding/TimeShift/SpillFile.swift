import FoundationEssentials
import Glibc

/// An unlinked temporary file that holds segments in slots of one size.
///
/// The system deletes it when the process closes it or ends in any way. ``SpillSlots`` tracks which
/// slots are in use. Callable from any thread. A slot may be reused for another segment while it is
/// read; the reader must check for that afterwards.
final class SpillFile: Sendable {
    private let descriptor: Int32
    private let slotSize: Int

    /// Makes an empty file; `nil` if that fails.
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

    /// Writes `bytes` to `slots`. Returns `false` if that fails, for example on a full disk.
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

    /// Fills `buffer` from `offset` on in the segment in `slots`. Returns `false` if that fails.
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
        Self.complete(bytes.count) { done in
            pwrite(
                descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
        }
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        Self.complete(buffer.count) { done in
            pread(
                descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
        }
    }

    /// Calls `transfer` with the number of bytes done so far, until it is `byteCount`. Returns
    /// `false` if a call fails or transfers nothing.
    private static func complete(_ byteCount: Int, by transfer: (Int) -> Int) -> Bool {
        var done = 0
        while done < byteCount {
            let count = transfer(done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
