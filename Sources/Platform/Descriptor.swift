import Glibc

/// Reading and writing an open file descriptor.
package enum Descriptor {
    /// Writes all of `bytes` to `descriptor`. Blocks until they are written.
    package static func write(_ bytes: RawSpan, to descriptor: CInt) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard count >= 0 || errno == EINTR else { throw .newest }
            rest = rest.extracting(droppingFirst: max(0, count))
        }
    }

    /// Writes all of `text` in UTF-8 to `descriptor`. Blocks until it is written.
    package static func write(_ text: String, to descriptor: CInt) throws(SystemError) {
        try write(text.utf8.span.bytes, to: descriptor)
    }

    /// Reads at most `limit` bytes from `descriptor`; empty at the end of the file. Blocks until
    /// there are some.
    package static func read(
        from descriptor: CInt, atMost limit: Int
    ) throws(SystemError) -> [UInt8] {
        while true {
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                result = Glibc.read(descriptor, buffer.baseAddress, limit)
                count = max(0, result)
            }
            if result >= 0 { return bytes }
            guard errno == EINTR else { throw .newest }
        }
    }
}
