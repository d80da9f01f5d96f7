import CZlib
import MediaTime

/// What `Content-Encoding: gzip` makes of bytes (RFC 1952), as small as zlib can.
enum GzipCompression {
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        // zlib keeps the address, so everything happens at this one.
        return withUnsafeMutablePointer(to: &stream) { stream in
            let status = deflateInit2_(
                stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzipFormat, MAX_MEM_LEVEL,
                Z_DEFAULT_STRATEGY, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
            precondition(status == Z_OK, "zlib has no memory")
            defer { deflateEnd(stream) }
            return finish(stream, bytes)
        }
    }

    /// Added to the size of the window: asks for gzip's head and end instead of zlib's.
    private static let gzipFormat: CInt = 16

    private static func finish(
        _ stream: UnsafeMutablePointer<z_stream>, _ bytes: [UInt8]
    ) -> [UInt8] {
        let room = Int(deflateBound(stream, UInt(bytes.count)))
        var input = bytes
        return input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: room) { output, count in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = CUnsignedInt(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = CUnsignedInt(room)
                let status = deflate(stream, Z_FINISH)
                precondition(status == Z_STREAM_END, "what zlib needs is less than it said")
                count = room - Int(stream.pointee.avail_out)
            }
        }
    }
}
