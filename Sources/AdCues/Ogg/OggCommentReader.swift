import MediaTime

/// The comments with which a logical stream of an Ogg stream begins. In a chained stream each title
/// has one.
package struct OggComments: Hashable, Sendable {
    package var comments: VorbisComments
    /// The first byte of the logical stream, counted from the first byte that was read.
    package var offset: Int64

    package init(_ comments: VorbisComments, offset: Int64) {
        self.comments = comments
        self.offset = offset
    }
}

/// Finds the comments in the bytes of an Ogg stream (RFC 3533) of Vorbis, Opus or FLAC, in pieces
/// of any length. Pages of sound are passed over.
package struct OggCommentReader: Sendable {
    /// What was received and not yet passed over: less than a page.
    private var pending: [UInt8] = []
    private var headers = OggHeaders()
    /// Bytes of the current page that are passed over.
    private var skipCount = 0
    /// The place of the first pending byte.
    private var offset: Int64 = 0

    private static let headerByteCount = 27
    private static let capture = Array("OggS".utf8)

    package init() {}

    /// Returns the comments that are complete with these bytes.
    package mutating func read(_ bytes: some Collection<UInt8>) -> [OggComments] {
        pending += bytes
        var found: [OggComments] = []
        var position = 0
        while let end = nextPart(at: position) {
            if skipCount == 0, let comments = readPage(position..<end) { found.append(comments) }
            offset += Int64(end - position)
            skipCount = max(0, skipCount - (end - position))
            position = end
        }
        pending.removeFirst(position)
        return found
    }

    /// The end of the next bytes that can be used at once: the rest of a page that is passed over, a
    /// page that is needed, or bytes that are no page. `nil` if more bytes are needed.
    private mutating func nextPart(at start: Int) -> Int? {
        guard start < pending.count else { return nil }
        if skipCount > 0 { return min(start + skipCount, pending.count) }
        let header = pending[start...].prefix(Self.headerByteCount)
        guard header.starts(with: Self.capture.prefix(header.count)) else {
            let next = pending[(start + 1)...].firstIndex(of: Self.capture[0])
            let end = next ?? pending.count
            skipCount = end - start
            return end
        }
        guard header.count == Self.headerByteCount else { return nil }
        let lacing = pending[(start + Self.headerByteCount)...].prefix(
            Int(pending[start + Self.headerByteCount - 1]))
        guard lacing.count == pending[start + Self.headerByteCount - 1] else { return nil }
        let length = Self.headerByteCount + lacing.count + lacing.reduce(0) { $0 + Int($1) }
        guard headers.needs(OggPageHeader(header)) else {
            skipCount = length
            return min(start + length, pending.count)
        }
        return start + length <= pending.count ? start + length : nil
    }

    private mutating func readPage(_ range: Range<Int>) -> OggComments? {
        let page = pending[range]
        guard Self.hasRightChecksum(page) else { return nil }
        let lacing = page.dropFirst(Self.headerByteCount).prefix(
            Int(page[page.startIndex + Self.headerByteCount - 1]))
        return headers.read(
            OggPageHeader(page), lacing: lacing,
            body: page.dropFirst(Self.headerByteCount + lacing.count), at: offset)
    }

    private static func hasRightChecksum(_ page: ArraySlice<UInt8>) -> Bool {
        let field = page.dropFirst(22).prefix(4)
        let stated = field.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        var blank = Array(page)
        for index in 22..<26 { blank[index] = 0 }
        return CRC32.checksum(of: blank, from: 0) == stated
    }
}

/// The fields of a page's header that matter here.
struct OggPageHeader {
    let continuesPacket: Bool
    let beginsStream: Bool
    let serial: UInt32

    /// Reads the first 18 bytes of a page.
    init(_ page: ArraySlice<UInt8>) {
        let flags = page[page.startIndex + 5]
        continuesPacket = flags & 1 != 0
        beginsStream = flags & 2 != 0
        serial = page.dropFirst(14).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
