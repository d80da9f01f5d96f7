import AdCues

/// A transport stream, as it comes and as packets with their headers set right; the first byte is
/// the split into pieces.
enum TransportStreamFuzz: FuzzTarget {
    static let name = "transport-stream"
    static let kind = FuzzKind.binary
    static let words = ["G@", "G\u{0}", "ID3\u{4}\u{0}", "\u{FC}0", "\u{0}\u{0}\u{1}\u{BD}"]

    static func run(_ bytes: [UInt8]) {
        guard let split = bytes.first else { return }
        check(Array(bytes.dropFirst()), split: Int(split) + 1)
        check(packets(bytes.dropFirst()), split: Int(split) + 1)
    }

    private static func check(_ bytes: [UInt8], split: Int) {
        var whole = TransportStreamReader()
        let markers = whole.read(bytes) + whole.endSegment()
        var pieces = TransportStreamReader()
        var joined: [TransportMarker] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            joined += pieces.read(rest.prefix(split))
            rest = rest.dropFirst(split)
        }
        joined += pieces.endSegment()
        precondition(joined == markers, "the pieces change what is found")
        for marker in markers {
            precondition((0..<Int64(bytes.count)).contains(marker.offset), "a marker in no byte")
            if case .id3(let payload, _) = marker.content { _ = ID3Tag.tags(in: payload) }
        }
    }

    /// Packets of a byte for the stream, one for the flags, and up to 32 of payload. The tables
    /// come first, so that two of the streams have markers.
    private static func packets(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var stream = packet(0, begins: true, [0] + associationTable)
        stream += packet(1, begins: true, [0] + map)
        var rest = bytes
        while rest.count > 2 {
            let payload = rest.dropFirst(2).prefix(32)
            stream += packet(
                rest[rest.startIndex] & 3, begins: rest[rest.startIndex + 1] & 1 != 0,
                Array(payload), counter: rest[rest.startIndex + 1] >> 1)
            rest = rest.dropFirst(34)
        }
        return stream
    }

    private static func packet(
        _ id: UInt8, begins: Bool, _ payload: [UInt8], counter: UInt8 = 0
    ) -> [UInt8] {
        let adaptationLength = UInt8(183 - payload.count)
        let adaptation =
            [adaptationLength]
            + (adaptationLength == 0 ? [] : [0])
            + Array(repeating: 0xFF, count: max(0, Int(adaptationLength) - 1))
        return [0x47, begins ? 0x40 : 0, id, 0x30 | counter & 0x0F] + adaptation + payload
    }

    /// Programme 1 has its map in stream 1.
    private static let associationTable: [UInt8] = completed(
        [0x00, 0xB0, 13, 0, 1, 0xC1, 0, 0, 0, 1, 0xE0, 1])

    /// Stream 2 has SCTE-35 sections, and stream 3 timed ID3.
    private static let map: [UInt8] = completed(
        [
            0x02, 0xB0, 23, 0, 1, 0xC1, 0, 0, 0xE0, 4, 0xF0, 0,
            0x86, 0xE0, 2, 0xF0, 0, 0x15, 0xE0, 3, 0xF0, 0,
        ])

    private static func completed(_ section: [UInt8]) -> [UInt8] {
        var sum = UInt32.max
        for byte in section {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
        }
        return section + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }
}
