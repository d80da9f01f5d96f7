import Testing

@testable import AudioDecoding

@Suite("Frames against noise")
struct FramingWatchTests {
    /// The header of a frame of 417 bytes at 44.1 kHz, and of one at 48 kHz.
    private static func headers() throws -> (FrameHeader, FrameHeader) {
        (
            try #require(FrameHeader([0xFF, 0xFB, 0x90, 0, 0, 0, 0])),
            try #require(FrameHeader([0xFF, 0xFB, 0x94, 0, 0, 0, 0]))
        )
    }

    @Test("a source is noise with more stray bytes than 256 KiB")
    func limit() throws {
        let (header, _) = try Self.headers()
        var watch = FramingWatch()
        watch.take(417 + 262_144, header: header)
        #expect(!watch.isHopeless)
        watch.take(418, header: header)
        #expect(watch.isHopeless)
    }

    @Test("and with more stray bytes than bytes in frames")
    func share() throws {
        let (header, _) = try Self.headers()
        var watch = FramingWatch()
        for _ in 0..<699 { watch.take(417, header: header) }
        watch.take(417 + 700 * 417, header: header)
        #expect(!watch.isHopeless)
        watch.take(2 * 417 + 1, header: header)
        #expect(watch.isHopeless)
    }

    @Test("a frame that does not match the one before is stray")
    func mismatch() throws {
        let (header, other) = try Self.headers()
        var watch = FramingWatch()
        // The first one is of the stream; each of the others differs from the one before.
        for index in 0...628 { watch.take(417, header: index % 2 == 0 ? header : other) }
        #expect(!watch.isHopeless)
        watch.take(417, header: other)
        #expect(watch.isHopeless)
    }

    @Test("a frame without a readable header counts as the longest one")
    func unread() {
        var watch = FramingWatch()
        watch.take(1792 + 262_144, header: nil)
        #expect(!watch.isHopeless)
        watch.take(1793, header: nil)
        #expect(watch.isHopeless)
    }
}

@Suite("The pages of an Ogg stream")
struct OggPagesTests {
    /// A page with these sizes of segments.
    private static func page(_ flags: UInt8, _ sizes: [UInt8]) -> [UInt8] {
        var header = Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 20)
        header.append(UInt8(sizes.count))
        return header + sizes
            + [UInt8](repeating: UInt8(ascii: "x"), count: sizes.reduce(0) { $0 + Int($1) })
    }

    /// What is allowed of `bytes`, page by page, up to the end of the link.
    private static func allowed(of bytes: [UInt8]) -> [Int] {
        var pages = OggPages()
        var rest = bytes[...]
        var counts: [Int] = []
        while true {
            let count = pages.bytesAllowed { rest.prefix($0) }
            guard count > 0 else { return counts }
            counts.append(count)
            pages.advance(count)
            rest = rest.dropFirst(count)
        }
    }

    @Test("are as long as their segments")
    func lengths() {
        let bytes =
            Self.page(2, [30]) + Self.page(0, [255, 255, 17]) + Self.page(4, []) + Self.page(0, [0])
        #expect(Self.allowed(of: bytes) == [58, 557, 27, 28])
    }

    @Test("may be taken in parts")
    func parts() {
        let bytes = Self.page(2, [30])
        var pages = OggPages()
        #expect(pages.bytesAllowed { bytes.prefix($0) } == 58)
        pages.advance(40)
        #expect(pages.bytesAllowed { _ in [] } == 18)
        pages.advance(18)
        #expect(pages.bytesAllowed { _ in [] } == 0)
    }

    @Test("end with the link where another begins, but not with one of several first pages")
    func links() {
        let (first, body) = (Self.page(2, [30]), Self.page(0, [100]))
        #expect(Self.allowed(of: first + first + body + body + first + body) == [58, 58, 128, 128])
        // A page may both begin and end a stream.
        #expect(Self.allowed(of: first + body + Self.page(6, [1])) == [58, 128])
    }

    @Test("may have damage between them, up to the next capital O")
    func damage() {
        let (first, body) = (Self.page(2, [30]), Self.page(0, [100]))
        let damage = Array("OggXOgg".utf8)
        #expect(Self.allowed(of: first + damage + body) == [58, 4, 3, 128])
        #expect(Self.allowed(of: first + Array("short".utf8)) == [58, 5])
        let long = [UInt8](repeating: 0, count: 30)
        #expect(Self.allowed(of: first + long + body) == [58, 27, 3, 128])
    }
}
