extension ByteReader {
    /// The bytes that come next, until there are `count` or no more come. Blocks.
    ///
    /// `onBytes` is told how many have come before they are kept; what it throws ends this.
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
