import SampleStation

@testable import AudioDecoding

/// Ogg pages, as the demuxer and the sample station read them.
enum OggFuzz: FuzzTarget {
    static let name = "ogg"
    static let kind = FuzzKind.binary
    static let words = ["OggS", "OggS\u{0}\u{2}", "OpusHead", "\u{1}\u{1E}vorbis"]

    static func run(_ bytes: [UInt8]) {
        walk(bytes)
        for page in OggPageWalker(bytes) {
            precondition(page.bytes.upperBound <= bytes.count, "a page goes over the end")
            for packet in page.packets { _ = bytes[packet].first }
        }
    }

    private static func walk(_ bytes: [UInt8]) {
        var pages = OggPages()
        var position = 0
        while position < bytes.count {
            let allowed = pages.bytesAllowed { bytes[position...].prefix($0) }
            let count = min(allowed, bytes.count - position)
            if count == 0 {
                // A link ends here, and another one begins.
                pages = OggPages()
                precondition(
                    pages.bytesAllowed { bytes[position...].prefix($0) } > 0,
                    "a link without a byte")
                pages = OggPages()
                continue
            }
            pages.advance(count)
            position += count
        }
    }
}
