import AdCues

/// ID3 tags, as they come and with a header that has their length.
enum ID3Fuzz: FuzzTarget {
    static let name = "id3"
    static let kind = FuzzKind.binary
    static let words = [
        "ID3\u{4}\u{0}\u{0}", "ID3\u{3}\u{0}", "ID3\u{2}\u{0}", "TXXX", "PRIV", "TIT2", "TPE1",
        "UFID", "WXXX", "GEOB", "TLEN", "TXX", "adw_ad", "cue_type", "ad_type", "true", "break",
        "com.apple.streaming.transportStreamTimestamp",
    ]

    static func run(_ bytes: [UInt8]) {
        check(bytes)
        guard bytes.count > 2 else { return }
        let body = bytes[2...].prefix(0x3FFF)
        let size = [UInt8(body.count >> 7), UInt8(body.count & 0x7F)]
        check(Array("ID3".utf8) + [2 + bytes[0] % 3, 0, bytes[1] & 0xE0, 0, 0] + size + body)
    }

    private static func check(_ bytes: [UInt8]) {
        let tags = ID3Tag.tags(in: bytes)
        precondition(
            tags.reduce(0) { $0 + $1.byteCount } <= bytes.count, "tags beyond the bytes")
        for tag in tags {
            precondition(tag.frames.count <= tag.byteCount / 6, "a frame from nothing")
            _ = tag.marker
            precondition(
                (tag.transportStreamTimestamp?.ticks ?? 0) < 1 << 33, "a time beyond 33 bits")
        }
    }
}
