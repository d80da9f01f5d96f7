import MediaTime

/// The checksum of MPEG-2 sections (ISO/IEC 13818-1, annex A), and of Ogg pages, which start it
/// from 0.
enum CRC32 {
    private static let polynomial: UInt32 = 0x04C1_1DB7

    /// The checksum of `bytes`; 0 if they end with their own.
    static func checksum(of bytes: some Sequence<UInt8>, from start: UInt32 = .max) -> UInt32 {
        var value = start
        for byte in bytes {
            value ^= UInt32(byte) << 24
            for _ in 0..<8 { value = value << 1 ^ (value >> 31) * polynomial }
        }
        return value
    }
}
