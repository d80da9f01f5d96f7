extension ByteReader {
    /// Reads the next `count` bytes, or fewer at the end. Blocks.
    ///
    /// `onBytes` is called with the size of each piece before that is stored; an error that it
    /// throws ends the reading.
    package func bytes(
        atMost count: Int, _ onBytes: (Int) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count {
            let room = min(count - all.count, 64 * 1024)
            let part = try [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            guard !part.isEmpty else { break }
            try onBytes(part.count)
            all += part
        }
        return all
    }
}
