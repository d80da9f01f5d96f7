import CZlib
import MediaTime

/// The coding of a body (RFC 9110, 8.4).
enum ContentCoding: Hashable, Sendable {
    case identity
    case gzip

    /// The coding to use for this `Accept-Encoding`; `nil` means that the header is missing.
    init(accepted field: String?) {
        let choices = (field ?? "").lowercased().split(separator: ",").map(Choice.init)
        let choice =
            choices.first { $0.name == "gzip" || $0.name == "x-gzip" }
            ?? choices.first { $0.name == "*" }
        self = (choice?.weight ?? 0) > 0 ? .gzip : .identity
    }

    /// An item of the header, such as `gzip;q=0.5`.
    private struct Choice {
        let name: String
        let weight: Double

        init(_ text: Substring) {
            let parts = text.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            name = parts.first ?? ""
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            self.weight = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        }
    }
}

/// Compresses bytes as gzip (RFC 1952), at zlib's best compression.
enum GzipCompression {
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        // zlib stores the address of the stream, so it must not move.
        return withUnsafeMutablePointer(to: &stream) { stream in
            let status = deflateInit2_(
                stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzipFormat, MAX_MEM_LEVEL,
                Z_DEFAULT_STRATEGY, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
            precondition(status == Z_OK, "zlib is out of memory")
            defer { deflateEnd(stream) }
            return finish(stream, bytes)
        }
    }

    /// Added to the window size to select the gzip format.
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
                precondition(status == Z_STREAM_END, "zlib needs at most its own bound")
                count = room - Int(stream.pointee.avail_out)
            }
        }
    }
}
