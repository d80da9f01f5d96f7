import MediaTime

/// A WAV file of a quiet tone: 16 bits, mono, 48 kHz.
struct WAVBytes: Sequence {
    private let bytes: [UInt8]

    init(seconds: Int) {
        let count = seconds * FrameTime.rate
        let size = 2 * count
        var bytes: [UInt8] = Array("RIFF".utf8)
        bytes += Self.little(UInt32(36 + size)) + Array("WAVEfmt ".utf8) + Self.little(UInt32(16))
        bytes += Self.little(UInt16(1)) + Self.little(UInt16(1))
        bytes += Self.little(UInt32(FrameTime.rate)) + Self.little(UInt32(2 * FrameTime.rate))
        bytes += Self.little(UInt16(2)) + Self.little(UInt16(16))
        bytes += Array("data".utf8) + Self.little(UInt32(size))
        for frame in 0..<count {
            bytes += Self.little(UInt16(frame / 64 % 2 == 0 ? 1_000 : 2_000))
        }
        self.bytes = bytes
    }

    func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
