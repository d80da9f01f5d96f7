import FoundationEssentials
import Platform

/// An unlinked temporary file that holds segments in slots of one size.
///
/// ``SpillSlots`` tracks which slots are in use. Callable from any thread. A slot may be reused for
/// another segment while it is read; the reader must check for that afterwards.
final class SpillFile: Sendable {
    private let file: UnlinkedFile
    private let slotSize: Int

    /// Makes an empty file; `nil` if that fails.
    init?(slotSize: Int) {
        do throws(SystemError) {
            file = try UnlinkedFile(
                in: FileManager.default.temporaryDirectory.path, named: "time-shift")
        } catch {
            return nil
        }
        self.slotSize = slotSize
    }

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
        done { () throws(SystemError) in try file.write(bytes, at: offset) }
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        done { () throws(SystemError) in try file.read(into: buffer, at: offset) }
    }

    private func done(_ transfer: () throws(SystemError) -> Void) -> Bool {
        do throws(SystemError) {
            try transfer()
            return true
        } catch {
            return false
        }
    }
}
