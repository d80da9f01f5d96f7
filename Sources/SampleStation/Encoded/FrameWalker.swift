import MediaTime

/// The smallest piece of an encoded programme that is sent whole: a frame, or a page of Ogg.
package struct EncodedFrame: Hashable, Sendable {
    /// Where it lies in its file.
    package let bytes: Range<Int>

    /// How many samples a channel it decodes to.
    package let sampleCount: Int

    package init(bytes: Range<Int>, sampleCount: Int) {
        self.bytes = bytes
        self.sampleCount = sampleCount
    }
}

/// Walks an MP3 or ADTS file from frame to frame.
///
/// An ID3v2 tag before the first frame is stepped over, and so is anything between frames that is
/// not one; an MP3's Xing or LAME frame is left out; a last frame that is cut short is dropped.
package struct FrameWalker<Header: FrameHeader>: Sequence, IteratorProtocol {
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

    /// A pattern in the middle of something may look like a header; another one follows a real one.
    private func isFollowed(_ header: Header) -> Bool {
        let end = index + header.byteCount
        guard end < bytes.count else { return end == bytes.count }
        return Header(at: end, in: bytes) != nil || Self.isTrailingTag(at: end, in: bytes)
    }

    /// ID3v1 and APEv2 stand after the last frame.
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
