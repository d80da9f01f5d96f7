import MediaTime

/// The smallest unit of an encoded programme that is sent: a frame, or an Ogg page.
package struct EncodedFrame: Hashable, Sendable {
    /// The byte range in its file.
    package let bytes: Range<Int>

    /// Samples per channel.
    package let sampleCount: Int

    package init(bytes: Range<Int>, sampleCount: Int) {
        self.bytes = bytes
        self.sampleCount = sampleCount
    }
}

/// Iterates over the frames of an MP3 or ADTS file.
///
/// Skips an ID3v2 tag and any bytes between frames. Omits an MP3's Xing or LAME frame, and a
/// truncated last frame.
package struct FrameWalker<Header: EncodedFrameHeader>: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var index: Int

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = Self.endOfTag(in: bytes)
    }

    package mutating func next() -> (frame: EncodedFrame, header: Header)? {
        while index < bytes.count {
            guard let header = Header(at: index, in: bytes), isFollowed(header) else {
                index += 1
                continue
            }
            let start = index
            index += header.byteCount
            if !header.isSilentDescription(at: start, in: bytes) {
                let frame = EncodedFrame(bytes: start..<index, sampleCount: header.sampleCount)
                return (frame, header)
            }
        }
        return nil
    }

    /// Whether another header follows. Bytes inside a frame can look like a header, but then none
    /// does.
    private func isFollowed(_ header: Header) -> Bool {
        let end = index + header.byteCount
        guard end < bytes.count else { return end == bytes.count }
        return Header(at: end, in: bytes) != nil || Self.isTrailingTag(at: end, in: bytes)
    }

    /// ID3v1 and APEv2 tags follow the last frame.
    private static func isTrailingTag(at index: Int, in bytes: [UInt8]) -> Bool {
        let rest = bytes[index...]
        return rest.starts(with: "TAG".utf8) || rest.starts(with: "APETAGEX".utf8)
    }

    private static func endOfTag(in bytes: [UInt8]) -> Int {
        guard bytes.count >= 10, bytes.starts(with: "ID3".utf8) else { return 0 }
        let size = bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7f) }
        let footer = bytes[5] & 0x10 == 0 ? 0 : 10
        return 10 + size + footer
    }
}
