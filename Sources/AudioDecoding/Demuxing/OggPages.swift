import MediaTime

/// Follows the pages of an Ogg stream (RFC 3533) to find where a link of a chained stream ends. The
/// next link starts at the first page that begins a stream after a page that does not.
struct OggPages {
    /// Remaining bytes of the present page.
    private var rest = 0
    private var sawBody = false

    private static let headerSize = 27
    private static let beginsStream: UInt8 = 2

    /// How many of the next bytes belong to this link; 0 at its end, or at the end of all bytes.
    ///
    /// `looking` returns the next bytes without consuming them, fewer than requested at the end.
    mutating func bytesAllowed(looking peek: (Int) -> ArraySlice<UInt8>) -> Int {
        if rest > 0 { return rest }
        let header = peek(Self.headerSize)
        guard header.count == Self.headerSize, header.starts(with: Array("OggS".utf8)) else {
            return bytesToNextPage(in: header)
        }
        let first = header.startIndex
        if header[first + 5] & Self.beginsStream == 0 {
            sawBody = true
        } else if sawBody {
            return 0
        }
        let headerSize = Self.headerSize + Int(header[first + 26])
        let lacing = peek(headerSize).dropFirst(Self.headerSize)
        rest = headerSize + lacing.reduce(0) { $0 + Int($1) }
        return rest
    }

    mutating func advance(_ count: Int) {
        rest = max(0, rest - count)
    }

    /// Bytes between pages are damage, which libavformat also skips.
    private func bytesToNextPage(in bytes: ArraySlice<UInt8>) -> Int {
        let next = bytes.dropFirst().firstIndex(of: UInt8(ascii: "O"))
        return (next ?? bytes.endIndex) - bytes.startIndex
    }
}
