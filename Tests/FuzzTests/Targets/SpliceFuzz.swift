import AdCues

/// SCTE-35 sections, as they come and with the right checksum; or written as text.
enum SpliceFuzz: FuzzTarget {
    static let name = "scte35"
    static let kind = FuzzKind.binary
    static let words = ["CUEI", "\u{FC}", "/DA", "0xFC30"]

    static func run(_ bytes: [UInt8]) {
        // Else hardly any input has the right checksum.
        if let section = try? SpliceInfoSection(parsing: completed(bytes)) {
            precondition(section.segmentations.count <= bytes.count / 11, "one from nothing")
            precondition((section.time?.ticks ?? 0) < 1 << 33, "a time beyond 33 bits")
        }
        // A damaged section throws.
        _ = try? SpliceInfoSection(parsing: bytes)
        _ = SpliceInfoSection.bytes(in: String(decoding: bytes, as: UTF8.self))
    }

    /// `bytes` with a header that has their length, and with their checksum.
    private static func completed(_ bytes: [UInt8]) -> [UInt8] {
        let content = bytes.prefix(0xFFF - 4)
        let length = content.count + 4
        let section = [0xFC, 0x30 | UInt8(length >> 8), UInt8(length & 0xFF)] + content
        var sum = UInt32.max
        for byte in section {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
        }
        return section + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }
}
