import MediaTime

/// Reads the fields of a section, the most significant bit first, and never beyond its end.
struct BitReader {
    private let bytes: ArraySlice<UInt8>
    /// The bits that were read.
    private var position = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// How many whole bytes are left.
    var byteCount: Int { (bytes.count * 8 - position) / 8 }

    /// Reads a field of `bitCount` bits, 64 at most.
    mutating func read(_ bitCount: Int) throws(SpliceError) -> UInt64 {
        guard bitCount <= bytes.count * 8 - position else { throw .truncated }
        var value: UInt64 = 0
        for _ in 0..<bitCount {
            let byte = bytes[bytes.startIndex + position / 8]
            value = value << 1 | UInt64(byte >> UInt8(7 - position % 8)) & 1
            position += 1
        }
        return value
    }

    mutating func flag() throws(SpliceError) -> Bool { try read(1) == 1 }

    mutating func byte() throws(SpliceError) -> UInt8 { UInt8(truncatingIfNeeded: try read(8)) }

    mutating func skip(_ bitCount: Int) throws(SpliceError) {
        guard bitCount <= bytes.count * 8 - position else { throw .truncated }
        position += bitCount
    }

    /// Takes the next `count` bytes. Call between bytes only.
    mutating func take(_ count: Int) throws(SpliceError) -> ArraySlice<UInt8> {
        guard count <= byteCount else { throw .truncated }
        let start = bytes.startIndex + position / 8
        position += count * 8
        return bytes[start..<start + count]
    }
}
