import CZlib
import MediaTime

/// Inflates a body that is compressed as gzip (RFC 1952), as it arrives.
///
/// Memory is bounded: what is inflated is handed over in small parts. For one thread at a time.
final class GzipInflation {
    /// The bytes are no gzip, or were changed on their way.
    struct Damage: Error {}

    // zlib stores the address of the stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var state = State.empty

    private enum State {
        /// Nothing has arrived.
        case empty
        case inside
        /// All that has arrived is inflated. More bytes begin another member.
        case complete
    }

    /// Added to the window size to select the gzip format.
    private static let gzipFormat: CInt = 16
    /// The size of a part that is handed over.
    private static let partByteCount = 1 << 16

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = inflateInit2_(
            stream, MAX_WBITS + Self.gzipFormat, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib is out of memory")
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Whether the body may end here. One without any byte may, too.
    var mayEnd: Bool { state != .inside }

    /// Passes what `chunk` inflates to on to `take`, in parts. Throws ``Damage``, or the error of
    /// `take`.
    func inflate(_ chunk: [UInt8], _ take: ([UInt8]) throws -> Void) throws {
        guard !chunk.isEmpty else { return }
        var chunk = chunk
        try chunk.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            // number: a chunk is what one read of a socket returns
            stream.pointee.avail_in = CUnsignedInt(input.count)
            defer { stream.pointee.next_in = nil }
            repeat {
                if state == .complete { inflateReset(stream) }
                state = .inside
                try take(nextPart())
            } while stream.pointee.avail_in > 0 || state == .inside && stream.pointee.avail_out == 0
        }
    }

    private func nextPart() throws -> [UInt8] {
        var status = Z_OK
        let part = [UInt8](unsafeUninitializedCapacity: Self.partByteCount) { output, count in
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = CUnsignedInt(Self.partByteCount)
            status = CZlib.inflate(stream, Z_NO_FLUSH)
            count = Self.partByteCount - Int(stream.pointee.avail_out)
        }
        switch status {
        case Z_STREAM_END: state = .complete
        // There was nothing left to inflate when the last part became full.
        case Z_OK, Z_BUF_ERROR: break
        default: throw Damage()
        }
        return part
    }
}
