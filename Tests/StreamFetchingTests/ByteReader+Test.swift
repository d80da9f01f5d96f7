import StreamFetching

extension ByteReader {
    /// The remaining bytes, read by `count` bytes at a time.
    func readAll(by count: Int = 1000) throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let part = try readOnce(count)
            guard !part.isEmpty else { return all }
            all += part
        }
    }

    /// The bytes of one `read` into a buffer of `count` bytes.
    func readOnce(_ count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
