import CFFmpeg
import MediaTime

/// A packet of a time-shift store, whose bytes may be in the file.
struct FoundPacket: Sendable {
    let number: Int
    let stored: StoredPacket
    let place: Place

    enum Place: Sendable {
        case memory([UInt8])
        /// In these slots of the file. They are valid as long as the store keeps the packet.
        case file(SpillFile, [Int])
    }

    var isInFile: Bool {
        switch place {
        case .memory: false
        case .file: true
        }
    }

    /// Makes the packet; `nil` if its bytes cannot be read. May block on the disk.
    func packet() -> Packet? {
        var packet = Packet(of: stored.stream)
        let size = stored.location.size
        guard av_new_packet(packet.packet, Int32(size)) >= 0 else { return nil }
        let target = UnsafeMutableRawBufferPointer(start: packet.packet.pointee.data, count: size)
        switch place {
        case .memory(let bytes): target.copyBytes(from: bytes)
        case .file(let file, let slots):
            let offset = stored.location.offset
            guard file.read(from: slots, at: offset, into: target) else { return nil }
        }
        if stored.skipped != (0, 0) {
            packet.skip(start: stored.skipped.start, end: stored.skipped.end)
        }
        packet.length = stored.length
        packet.trimmed = stored.trimmed
        packet.bytePosition = stored.bytePosition
        return packet
    }
}
