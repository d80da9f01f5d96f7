import MediaTime

/// Splits the body of an ID3 tag into frames.
struct ID3FrameReader {
    private var rest: ArraySlice<UInt8>
    private let version: UInt8
    /// Whether the tag says that each of its frames is unsynchronised.
    private let isUnsynchronised: Bool

    init(_ body: ArraySlice<UInt8>, version: UInt8, isUnsynchronised: Bool) {
        rest = body
        self.version = version
        self.isUnsynchronised = isUnsynchronised
    }

    /// Returns the next frame that can be read, or `nil` at the end: at padding, at an id that is
    /// none, or at a frame that reaches beyond the tag.
    mutating func next() -> ID3Frame? {
        while let (id, size) = header(at: 0) {
            let flags = version > 2 ? rest[rest.startIndex + headerByteCount - 1] : 0
            let content = rest.dropFirst(headerByteCount).prefix(size)
            guard content.count == size else { break }
            rest = rest.dropFirst(headerByteCount + size)
            if let plain = plain(content, flags: flags) {
                return ID3Frame(id: id, content: ID3Frame.Content(of: id, plain, version: version))
            }
        }
        rest = []
        return nil
    }

    private var headerByteCount: Int { version == 2 ? 6 : 10 }

    /// The id and the size of the frame that begins `offset` bytes from here.
    private func header(at offset: Int) -> (id: String, size: Int)? {
        let header = rest.dropFirst(offset).prefix(headerByteCount)
        guard header.count == headerByteCount else { return nil }
        let idByteCount = version == 2 ? 3 : 4
        guard let id = id(in: header.prefix(idByteCount)) else { return nil }
        let field = header.dropFirst(idByteCount).prefix(idByteCount)
        return (id, size(in: field, at: offset))
    }

    private func size(in field: ArraySlice<UInt8>, at offset: Int) -> Int {
        let plain = ID3Tag.number(field)
        guard version == 4 else { return plain }
        // Some writers of ID3v2.4 count in 8 bits a byte, as ID3v2.3 does.
        guard let size = ID3Tag.synchsafe(field) else { return plain }
        guard size != plain, offset == 0, !mayEnd(afterContent: size) else { return size }
        return mayEnd(afterContent: plain) ? plain : size
    }

    /// Whether another frame, padding or the end follows the first frame if its content has this
    /// size.
    private func mayEnd(afterContent size: Int) -> Bool {
        let following = rest.dropFirst(headerByteCount)
        guard size <= following.count else { return false }
        let next = following.dropFirst(size)
        return next.isEmpty || next.first == 0 || id(in: next.prefix(4)) != nil
    }

    /// The id in ID3v2.3 and later; `nil` if the bytes are none.
    private func id(in bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count == (version == 2 ? 3 : 4), bytes.allSatisfy(\.isPartOfID) else {
            return nil
        }
        let id = String(decoding: bytes, as: UTF8.self)
        return version == 2 ? Self.successors[id] ?? id : id
    }

    /// The ids of ID3v2.2 that ads use, with those that replaced them.
    private static let successors = [
        "TXX": "TXXX", "WXX": "WXXX", "TT1": "TIT1", "TT2": "TIT2", "TT3": "TIT3", "TP1": "TPE1",
        "TP2": "TPE2", "TAL": "TALB", "TLE": "TLEN", "UFI": "UFID", "GEO": "GEOB",
    ]

    /// The content without what its flags put before it; `nil` if it is encrypted or compressed.
    private func plain(_ content: ArraySlice<UInt8>, flags: UInt8) -> ArraySlice<UInt8>? {
        switch version {
        case 2: return content
        case 3:
            guard flags & 0xC0 == 0 else { return nil }
            return content.dropFirst(flags & 0x20 == 0 ? 0 : 1)
        default:
            guard flags & 0x0C == 0 else { return nil }
            // The group's byte comes first, then the data length indicator, which says nothing that
            // is not known from the size.
            let plain = content.dropFirst((flags & 0x40 == 0 ? 0 : 1) + (flags & 0x01 == 0 ? 0 : 4))
            guard isUnsynchronised || flags & 0x02 != 0 else { return plain }
            return ID3Tag.synchronised(plain)[...]
        }
    }
}

extension UInt8 {
    /// Capital letters and digits.
    fileprivate var isPartOfID: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
