/// Writes Ogg pages with comments, as a server does that starts a stream for each title.
enum OggWriter {
    /// A page with one packet, or the part of one that fills whole segments.
    static func page(
        _ packet: [UInt8], serial: UInt32, flags: UInt8 = 0, isComplete: Bool = true
    ) -> [UInt8] {
        var lacing = Array(repeating: UInt8.max, count: packet.count / 255)
        if isComplete { lacing.append(UInt8(packet.count % 255)) }
        return page(packet, lacing: lacing, serial: serial, flags: flags)
    }

    static func page(
        _ body: [UInt8], lacing: [UInt8], serial: UInt32, flags: UInt8 = 0
    ) -> [UInt8] {
        let granule = Array(repeating: UInt8(0), count: 8)
        var page =
            Array("OggS".utf8) + [0, flags] + granule + littleEndian(serial) + littleEndian(0)
            + littleEndian(0) + [UInt8(lacing.count)] + lacing + body
        page.replaceSubrange(22..<26, with: littleEndian(checksum(of: page)))
        return page
    }

    /// A stream of Opus with its two headers, and a page of sound.
    static func opus(_ comments: [String], serial: UInt32) -> [UInt8] {
        page(Array("OpusHead".utf8) + [1, 2, 0, 0], serial: serial, flags: 2)
            + page(Array("OpusTags".utf8) + block(comments), serial: serial) + sound(serial: serial)
    }

    static func sound(serial: UInt32) -> [UInt8] {
        page(Array(repeating: 0x4F, count: 700), serial: serial)
    }

    /// A comment header after its signature.
    static func block(_ comments: [String], count: Int? = nil) -> [UInt8] {
        text("me") + littleEndian(UInt32(count ?? comments.count)) + comments.flatMap(text)
    }

    static func text(_ text: String) -> [UInt8] {
        littleEndian(UInt32(text.utf8.count)) + Array(text.utf8)
    }

    static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }

    private static func checksum(of page: [UInt8]) -> UInt32 {
        page.reduce(UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
                sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
            }
        }
    }
}
