import MediaTime

/// The CRC of 32 bits with the polynomial 0x04C11DB7, most significant bit first.
///
/// Ogg pages start it from 0 (RFC 3533, 6), MPEG sections with all bits set (ISO/IEC 13818-1,
/// annex A).
package enum Checksum {
    package static func of(_ bytes: some Sequence<UInt8>, from start: UInt32) -> UInt32 {
        bytes.reduce(start) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
            sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04c1_1db7
        }
    }
}

extension [UInt8] {
    /// Appends a number, most significant byte first.
    package mutating func append(bigEndian number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
