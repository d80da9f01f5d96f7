import MediaTime

/// The sound of a placeholder.
enum Silence {
    /// Two seconds as WAV: 8 kHz, mono, 16 bits (RIFF, little-endian).
    static let wav: [UInt8] = {
        let rate: UInt32 = 8000
        let byteCount = 2 * rate * 2
        let numbers: [any FixedWidthInteger] = [
            UInt32(16), UInt16(1), UInt16(1), rate, rate * 2, UInt16(2), UInt16(16),
        ]
        return Array("RIFF".utf8) + bytes(36 + byteCount) + Array("WAVEfmt ".utf8)
            + numbers.flatMap { bytes($0) } + Array("data".utf8) + bytes(byteCount)
            + [UInt8](repeating: 0, count: Int(byteCount))
    }()

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
