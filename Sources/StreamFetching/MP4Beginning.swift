import MediaTime

/// Recognises an MP4 file whose index is after its media, by its first bytes.
///
/// Such a file cannot be read in order: nothing in the media tells where a sample begins.
package enum MP4Beginning {
    /// Whether the media of an MP4 that begins with `bytes` come before its index; `nil` if
    /// `bytes` do not show that. `false` for anything else.
    package static func mediaComesFirst(in bytes: some Collection<UInt8>) -> Bool? {
        var rest = bytes[...]
        var isFirst = true
        while true {
            let header = Array(rest.prefix(16))
            guard header.count >= 8 else { return isFirst ? false : nil }
            let kind = String(decoding: header[4..<8], as: UTF8.self)
            switch kind {
            case "mdat": return true
            case "moov", "moof", "styp", "sidx": return false
            case "ftyp", "free", "skip", "wide", "pnot", "uuid", "meta", "pdin": break
            case _: return isFirst ? false : nil
            }
            guard let size = boxSize(header) else { return nil }
            guard let next = rest.index(rest.startIndex, offsetBy: size, limitedBy: rest.endIndex)
            else { return nil }
            rest = rest[next...]
            isFirst = false
        }
    }

    /// The size of a box, with its header; `nil` if the header is not complete or the size is
    /// impossible.
    private static func boxSize(_ header: [UInt8]) -> Int? {
        func number(_ range: Range<Int>) -> UInt64 {
            header[range].reduce(0) { $0 << 8 | UInt64($1) }
        }
        let short = number(0..<4)
        guard short == 1 else { return short >= 8 ? Int(short) : nil }
        guard header.count >= 16, let long = Int(exactly: number(8..<16)), long >= 16 else {
            return nil
        }
        return long
    }
}
