import MediaTime

extension OggPage {
    /// A copy of a page that stands at another place of a stream which neither begins nor ends.
    static func moved(_ page: ArraySlice<UInt8>, granule: Int64, sequence: UInt32) -> [UInt8] {
        var copy = Array(page)
        copy[5] &= 0b001
        copy.store(UInt64(bitPattern: granule), at: 6, byteCount: 8)
        copy.store(UInt64(sequence), at: 18, byteCount: 4)
        copy.store(0, at: 22, byteCount: 4)
        copy.store(UInt64(checksum(of: copy)), at: 22, byteCount: 4)
        return copy
    }

    /// The CRC of RFC 3533 over a page whose checksum field is zero.
    package static func checksum(of page: [UInt8]) -> UInt32 {
        page.reduce(0) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
            sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04c1_1db7
        }
    }
}

extension [UInt8] {
    /// Writes a number, its lowest byte first.
    fileprivate mutating func store(_ number: UInt64, at index: Int, byteCount: Int) {
        for offset in 0..<byteCount {
            self[index + offset] = UInt8(truncatingIfNeeded: number >> (8 * offset))
        }
    }
}
