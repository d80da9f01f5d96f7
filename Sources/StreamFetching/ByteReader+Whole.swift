extension ByteReader {
    /// The bytes that come next, until there are `count` or no more come. Blocks.
    package func bytes(atMost count: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count {
            let room = min(count - all.count, 64 * 1024)
            let part = try [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            guard !part.isEmpty else { break }
            all += part
        }
        return all
    }
}
