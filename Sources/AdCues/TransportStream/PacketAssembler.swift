import MediaTime

/// Joins the PES packets of one elementary stream (ISO/IEC 13818-1, section 2.4.3.6).
struct PacketAssembler: Hashable, Sendable {
    struct Content: Hashable, Sendable {
        var bytes: [UInt8]
        /// `nil` if the packet has none.
        var time: PresentationTime?
        /// The place of the transport packet in which it begins.
        var offset: Int64
    }

    /// What was received of the current packet; empty if there is none.
    private var open: [UInt8] = []
    private var offset: Int64 = 0

    private static let headerByteCount = 6
    /// The most that a packet of stated length has. A packet of unknown length may be longer, and is
    /// then no tag.
    private static let maximumByteCount = headerByteCount + 0xFFFF

    /// Forgets the packet that is not complete, because a part of it was lost.
    mutating func reset() {
        open = []
    }

    /// Takes the payload of a transport packet at `offset`, and returns the contents that end
    /// before it or with it.
    mutating func append(
        _ payload: ArraySlice<UInt8>, beginsUnit: Bool, at offset: Int64
    ) -> [Content] {
        var complete: [Content] = []
        if beginsUnit {
            if let content = finish() { complete.append(content) }
            self.offset = offset
        } else if open.isEmpty {
            return complete
        }
        open += payload
        guard open.count <= Self.maximumByteCount + TransportPacket.byteCount else {
            reset()
            return complete
        }
        if let byteCount = statedByteCount, open.count >= byteCount {
            if let content = content(open[..<byteCount]) { complete.append(content) }
            reset()
        }
        return complete
    }

    /// Returns the content of a packet of unknown length, which ends where the next one begins, and
    /// forgets one that is not complete.
    mutating func finish() -> Content? {
        defer { reset() }
        guard open.count >= Self.headerByteCount, statedByteCount == nil else { return nil }
        return content(open[...])
    }

    /// The length of the whole packet; `nil` if it is not known or not stated.
    private var statedByteCount: Int? {
        guard open.count >= Self.headerByteCount else { return nil }
        let length = Int(open[4]) << 8 | Int(open[5])
        return length == 0 ? nil : Self.headerByteCount + length
    }

    /// `nil` if the packet is malformed.
    private func content(_ packet: ArraySlice<UInt8>) -> Content? {
        let optionalHeaderByteCount = 3
        guard packet.starts(with: [0, 0, 1]),
            packet.count >= Self.headerByteCount + optionalHeaderByteCount,
            packet[6] & 0xC0 == 0x80
        else { return nil }
        let start = Self.headerByteCount + optionalHeaderByteCount
        let fields = packet.dropFirst(start).prefix(Int(packet[8]))
        guard fields.count == packet[8] else { return nil }
        let hasTime = packet[7] & 0x80 != 0
        return Content(
            bytes: Array(packet.dropFirst(start + fields.count)),
            time: hasTime ? Self.time(in: fields.prefix(5)) : nil, offset: offset)
    }

    /// Reads 33 bits, which marker bits divide into three parts; `nil` if those are missing.
    static func time(in field: ArraySlice<UInt8>) -> PresentationTime? {
        let bytes = Array(field)
        guard bytes.count == 5, bytes[0] & 1 == 1, bytes[2] & 1 == 1, bytes[4] & 1 == 1 else {
            return nil
        }
        let high = UInt64(bytes[0] & 0x0E) << 29
        let middle = UInt64(bytes[1]) << 22 | UInt64(bytes[2] & 0xFE) << 14
        let low = UInt64(bytes[3]) << 7 | UInt64(bytes[4]) >> 1
        return PresentationTime(ticks: high | middle | low)
    }
}
