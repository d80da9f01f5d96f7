import AdCues

/// Comments of Ogg streams: pages as they come, whole and in pieces; or the comments alone. The
/// first byte is the split into pieces.
enum OggCommentFuzz: FuzzTarget {
    static let name = "ogg-comments"
    static let kind = FuzzKind.binary
    static let words = [
        "OggS", "OggS\u{0}\u{2}", "OpusHead", "OpusTags", "\u{1}vorbis", "\u{3}vorbis",
        "\u{7F}FLAC", "TITLE=", "ARTIST=", "adw_ad=true", "START_AD_BREAK_6000",
    ]

    static func run(_ bytes: [UInt8]) {
        guard let split = bytes.first else { return }
        check(Array(bytes.dropFirst()), split: Int(split) + 1)
        check(pages(of: bytes.dropFirst().prefix(1000)), split: Int(split) + 1)
    }

    private static func check(_ bytes: [UInt8], split: Int) {
        var whole = OggCommentReader()
        let found = whole.read(bytes)
        var pieces = OggCommentReader()
        var joined: [OggComments] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            joined += pieces.read(rest.prefix(split))
            rest = rest.dropFirst(split)
        }
        precondition(joined == found, "the pieces change what is found")
        for one in found {
            precondition((0..<Int64(bytes.count)).contains(one.offset), "comments in no byte")
            _ = one.comments.marker
        }
    }

    /// A stream of Opus with these comments, and the right checksums.
    private static func pages(of comments: ArraySlice<UInt8>) -> [UInt8] {
        let head = Array("OpusHead".utf8)
        let tags = Array("OpusTags".utf8) + comments
        return page(head, flags: 2) + page(tags, flags: 0)
    }

    private static func page(_ packet: [UInt8], flags: UInt8) -> [UInt8] {
        let lacing =
            Array(repeating: UInt8.max, count: packet.count / 255) + [UInt8(packet.count % 255)]
        let header =
            Array("OggS".utf8) + [0, flags] + Array(repeating: 0, count: 20)
            + [UInt8(lacing.count)]
        var page = header + lacing + packet
        var sum: UInt32 = 0
        for byte in page {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
        }
        for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
        return page
    }
}
