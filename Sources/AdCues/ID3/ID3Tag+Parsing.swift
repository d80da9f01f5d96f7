import MediaTime

extension ID3Tag {
    private static let headerByteCount = 10
    private static let unsynchronised: UInt8 = 0x80
    private static let extendedHeader: UInt8 = 0x40
    private static let footer: UInt8 = 0x10

    /// Reads the tag that `bytes` begin with. Bytes after it are ignored.
    ///
    /// A frame that reaches beyond the tag, or whose id is none, ends the tag: what comes before it
    /// is kept.
    package init(parsing bytes: some Collection<UInt8>) throws(ID3Error) {
        let header = Array(bytes.prefix(Self.headerByteCount))
        guard header.starts(with: "ID3".utf8) else { throw .notATag }
        guard header.count == Self.headerByteCount else {
            throw .incomplete(expected: Self.headerByteCount, found: header.count)
        }
        let version = header[3]
        guard (2...4).contains(version) else { throw .unknownVersion(version) }
        guard let size = Self.synchsafe(header[6...]) else { throw .malformedSize }
        let flags = header[5]
        let tail = version == 4 && flags & Self.footer != 0 ? Self.headerByteCount : 0
        let byteCount = Self.headerByteCount + size + tail
        guard byteCount <= Self.maximumByteCount else { throw .tooLarge(byteCount: byteCount) }
        let tag = Array(bytes.prefix(byteCount))
        guard tag.count == byteCount else {
            throw .incomplete(expected: byteCount, found: tag.count)
        }
        guard version > 2 || flags & Self.extendedHeader == 0 else { throw .compressed }

        var body = tag[Self.headerByteCount..<Self.headerByteCount + size]
        let isUnsynchronised = flags & Self.unsynchronised != 0
        // From ID3v2.4 on, each frame is unsynchronised by itself.
        if isUnsynchronised, version < 4 { body = Self.synchronised(body)[...] }
        if version > 2, flags & Self.extendedHeader != 0 {
            body = try Self.afterExtendedHeader(body, version: version)
        }
        var reader = ID3FrameReader(
            body, version: version, isUnsynchronised: isUnsynchronised && version == 4)
        var frames: [ID3Frame] = []
        while frames.count < Self.maximumFrameCount, let frame = reader.next() {
            frames.append(frame)
        }
        self.init(version: version, frames: frames, byteCount: byteCount)
    }

    /// Reads the tags that follow each other at the beginning of `bytes`, up to the first that
    /// cannot be read.
    package static func tags(in bytes: [UInt8]) -> [ID3Tag] {
        var tags: [ID3Tag] = []
        var rest = bytes[...]
        // An error ends the tags: the length of what follows is unknown.
        while let tag = try? ID3Tag(parsing: rest) {
            tags.append(tag)
            rest = rest.dropFirst(tag.byteCount)
        }
        return tags
    }

    private static func afterExtendedHeader(
        _ body: ArraySlice<UInt8>, version: UInt8
    ) throws(ID3Error) -> ArraySlice<UInt8> {
        let field = body.prefix(4)
        guard field.count == 4 else { throw .malformedExtendedHeader }
        // ID3v2.3 does not count the field of the size itself.
        let size = version == 3 ? 4 + number(field) : synchsafe(field)
        guard let size, size >= 6, size <= body.count else { throw .malformedExtendedHeader }
        return body.dropFirst(size)
    }

    /// A number of 7 bits a byte; `nil` if a byte has 8.
    static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return bytes.reduce(0) { $0 << 7 | Int($1) }
    }

    /// A number of at most 4 bytes.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// `bytes` without the zeros that unsynchronisation puts after each 0xFF.
    static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var followsMark = false
        for byte in bytes {
            if !(followsMark && byte == 0) { result.append(byte) }
            followsMark = byte == 0xFF
        }
        return result
    }
}
