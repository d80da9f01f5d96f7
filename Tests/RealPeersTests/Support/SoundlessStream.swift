import TestServers
import Testing

/// A stream whose server sends as long as a client reads, without any audio.
struct SoundlessStream: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let type: String
    let beginning: [UInt8]
    /// The repeated bytes after the beginning.
    let rest: [UInt8]

    static let all = [
        SoundlessStream(
            testDescription: "Ogg: an Opus head, then nothing that is a page", type: "audio/ogg",
            beginning: head, rest: [UInt8](repeating: 0x55, count: 4096)),
        SoundlessStream(
            testDescription: "Ogg: heads only", type: "audio/ogg", beginning: [],
            rest: [[UInt8]](repeating: head, count: 100).flatMap(\.self)),
        SoundlessStream(
            testDescription: "Ogg: a comment that goes on from page to page", type: "audio/ogg",
            beginning: head + page(Array("OpusTags".utf8) + [255, 255, 255, 15], number: 1),
            rest: page([UInt8](repeating: 0x55, count: 255 * 255), flags: 1, number: 2)),
        SoundlessStream(
            testDescription: "Ogg: one comment after another", type: "audio/ogg", beginning: head,
            rest: page(
                Array("OpusTags".utf8) + [UInt8](repeating: 0, count: 60_000), number: 1)),
        SoundlessStream(
            testDescription: "Matroska: padding", type: "audio/x-matroska",
            beginning: [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67, 0xFF],
            rest: [0xEC, 0x4F, 0xFE] + [UInt8](repeating: 0, count: 4094)),
        SoundlessStream(
            testDescription: "Matroska: AAC of chance bytes", type: "audio/x-matroska",
            beginning: aacHead, rest: aacCluster { $0.bytes(100) }),
        SoundlessStream(
            testDescription: "Matroska: AAC without sound, faster than it is decoded",
            type: "audio/x-matroska", beginning: aacHead,
            rest: aacCluster { _ in [UInt8](repeating: 0xFF, count: 100) }),
        SoundlessStream(
            testDescription: "MP3: zeros", type: "audio/mpeg", beginning: [],
            rest: [UInt8](repeating: 0, count: 4096)),
    ]

    /// EBML with sizes of one byte; segment and cluster have an unknown size.
    private static let aacHead: [UInt8] =
        [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67, 0xFF, 0x16, 0x54, 0xAE, 0x6B, 0x98]
        + [0xAE, 0x96, 0xD7, 0x81, 1, 0x73, 0xC5, 0x81, 1, 0x83, 0x81, 2]
        + [0x86, 0x85] + Array("A_AAC".utf8) + [0x63, 0xA2, 0x82, 0x11, 0x90]

    /// A cluster with 40 blocks that each state a duration of 20 ms.
    private static func aacCluster(_ block: (inout Noise) -> [UInt8]) -> [UInt8] {
        var noise = Noise(seed: 1)
        let blocks = (0..<40).flatMap { index in
            let time = 20 * index
            return [0xA3, 0xE8, 0x81, UInt8(time >> 8), UInt8(time & 255), 0] + block(&noise)
        }
        let content = [0xE7, 0x81, 0] + blocks
        let size = [0x40 | UInt8(content.count >> 8), UInt8(content.count & 255)]
        return [0x1F, 0x43, 0xB6, 0x75] + size + content
    }

    /// The page that begins an Opus stream (RFC 7845).
    private static let head = page(
        Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0], flags: 2, number: 0)

    /// A page of Ogg (RFC 3533) with one packet, which continues if it fills the page.
    private static func page(
        _ packet: [UInt8], flags: UInt8 = 0, number: UInt8
    ) -> [UInt8] {
        let isOpen = packet.count == 255 * 255
        var lacing = [UInt8](repeating: 255, count: packet.count / 255)
        if !isOpen { lacing.append(UInt8(packet.count % 255)) }
        var page = Array("OggS".utf8) + [0, flags]
        page += [UInt8](repeating: isOpen ? 255 : 0, count: 8)
        page += [7, 0, 0, 0, number, 0, 0, 0, 0, 0, 0, 0, UInt8(lacing.count)] + lacing + packet
        withUnsafeBytes(of: checksum(of: page).littleEndian) {
            page.replaceSubrange(22..<26, with: $0)
        }
        return page
    }

    private static func checksum(of page: [UInt8]) -> UInt32 {
        page.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
                sum >> 31 == 1 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
            }
        }
    }
}
