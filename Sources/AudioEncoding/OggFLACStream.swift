import MediaTime

/// One stream of FLAC in Ogg pages (the mapping of FLAC to Ogg, version 1.0).
///
/// It can begin with any chunk. Granule positions count from there.
struct OggFLACStream {
    private var pages = OggPageWriter()
    /// The encoder's STREAMINFO.
    private let streamInfo: [UInt8]
    /// The number of packets that the encoder produced before this stream.
    private let firstPacket: Int

    private static let vendor = "Interlude"

    /// The types of metadata blocks.
    private enum Block: UInt8 {
        case streamInfo = 0
        case comment = 4
    }

    init(beginningWith chunk: EncodedChunk, streamInfo: [UInt8]) {
        firstPacket = chunk.firstPacket
        self.streamInfo = streamInfo
    }

    /// The two header pages.
    mutating func headers() -> [UInt8] {
        pages.page(of: [identification], granule: 0, .first)
            + pages.page(of: [comment], granule: 0, .inTheMiddle)
    }

    /// The pages of `chunk`, which must directly follow the previous chunk: one for each packet.
    mutating func pages(of chunk: EncodedChunk) -> [UInt8] {
        let start = chunk.firstPacket - firstPacket
        var bytes: [UInt8] = []
        for (index, packet) in chunk.packets.enumerated() {
            let end = Int64((start + index + 1) * chunk.packetLength)
            let isLast = index == chunk.packets.count - 1
            switch chunk.place {
            case .last(let padding) where isLast:
                bytes += pages.page(of: [packet], granule: end - Int64(padding), .last)
            case .last, .inTheMiddle:
                bytes += pages.page(of: [packet], granule: end, .inTheMiddle)
            }
        }
        if chunk.packets.isEmpty, case .last = chunk.place {
            bytes += pages.page(of: [], granule: Int64(start * chunk.packetLength), .last)
        }
        return bytes
    }

    private var identification: [UInt8] {
        let (majorVersion, minorVersion): (UInt8, UInt8) = (1, 0)
        // Only the comment follows, as a big-endian count.
        let followingCount: [UInt8] = [0, 1]
        return [0x7F] + "FLAC".utf8 + [majorVersion, minorVersion] + followingCount + "fLaC".utf8
            + block(.streamInfo, streamInfo, isLast: false)
    }

    private var comment: [UInt8] {
        var body: [UInt8] = []
        body.appendLittleEndian(UInt32(Self.vendor.utf8.count))
        body += Self.vendor.utf8
        let commentCount = UInt32(0)
        body.appendLittleEndian(commentCount)
        return block(.comment, body, isLast: true)
    }

    private func block(_ type: Block, _ body: [UInt8], isLast: Bool) -> [UInt8] {
        let length = withUnsafeBytes(of: UInt32(body.count).bigEndian) { Array($0.dropFirst()) }
        return [type.rawValue | (isLast ? 0x80 : 0)] + length + body
    }
}
