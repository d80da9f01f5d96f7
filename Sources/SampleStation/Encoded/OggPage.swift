import MediaTime

/// One page of an Ogg file (RFC 3533, 6): where it lies, and which packets are in it.
package struct OggPage: Hashable, Sendable {
    package let bytes: Range<Int>
    package let serial: UInt32
    package let sequence: UInt32
    package let granule: Int64

    /// The packets, or parts of packets, in the page.
    package let packets: [Range<Int>]

    package let startsStream: Bool

    /// The first packet began on an earlier page.
    package let continuesPacket: Bool

    /// The last packet goes on in the next page.
    package let isContinued: Bool

    /// Reads the page at `index`; nil if no whole page stands there.
    package init?(at index: Int, in file: [UInt8]) {
        guard index + 27 <= file.count, file[index..<index + 5].elementsEqual(Self.capture)
        else { return nil }
        let segments = Int(file[index + 26])
        let body = index + 27 + segments
        guard body <= file.count else { return nil }

        var packets: [Range<Int>] = []
        var start = body
        var end = body
        for lacing in file[index + 27..<body] {
            end += Int(lacing)
            guard lacing < 255 else { continue }
            packets.append(start..<end)
            start = end
        }
        isContinued = start < end || (segments > 0 && file[body - 1] == 255)
        if isContinued { packets.append(start..<end) }
        guard end <= file.count else { return nil }

        bytes = index..<end
        self.packets = packets
        startsStream = file[index + 5] & 2 != 0
        continuesPacket = file[index + 5] & 1 != 0
        granule = Int64(bitPattern: Self.number(file[index + 6..<index + 14]))
        serial = UInt32(truncatingIfNeeded: Self.number(file[index + 14..<index + 18]))
        sequence = UInt32(truncatingIfNeeded: Self.number(file[index + 18..<index + 22]))
    }

    private static let capture: [UInt8] = Array("OggS".utf8) + [0]

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
