import MediaTime

/// Audio as the bytes of a WAV file of 32-bit floats.
enum WAVBytes {
    /// The header, before `byteCount` bytes of samples; of an endless stream if `nil`.
    static func header(byteCount: Int? = nil) -> [UInt8] {
        let size = UInt32(byteCount ?? 0x7fff_0000)
        let channelCount: UInt16 = 2
        let rate = UInt32(FrameTime.rate)
        return Array("RIFF".utf8) + bytes(size + 36) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
            + bytes(UInt16(3)) + bytes(channelCount) + bytes(rate) + bytes(rate * 8)
            + bytes(UInt16(8)) + bytes(UInt16(32)) + Array("data".utf8) + bytes(size)
    }

    static func body(_ samples: some Sequence<Float>) -> [UInt8] {
        samples.flatMap { bytes($0.bitPattern) }
    }

    /// A whole file.
    static func file(_ samples: [Float]) -> [UInt8] {
        header(byteCount: 4 * samples.count) + body(samples)
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
