import Testing

@testable import AudioEncoding

@Suite("The framing of encoded sound")
struct FramingTests {
    @Test(
        "of AAC has the length of each frame, its header included",
        arguments: [0, 1, 248, 249, 2040, 2041, 8184])
    func lengths(byteCount: Int) {
        let header = ADTS.header(ofPacket: byteCount)
        #expect(header.count == 7)
        let length =
            Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5] >> 5)
        #expect(length == byteCount + 7)
        // The sync word, MPEG-4 without a checksum, AAC-LC at 48 kHz, and two channels.
        #expect(Array(header[0..<3]) == [0xFF, 0xF1, 0x4C] && header[3] & 0xFC == 0x80)
        // A variable rate, and one block.
        #expect(header[5] & 0x1F == 0x1F && header[6] == 0xFC)
    }

    @Test("of AAC holds no packet that is longer")
    func tooLong() async {
        await #expect(processExitsWith: .failure) { _ = ADTS.header(ofPacket: 8185) }
    }

    /// The header and the body of each page.
    private static func pages(_ bytes: [UInt8]) -> [(header: [UInt8], body: [UInt8])] {
        var pages: [(header: [UInt8], body: [UInt8])] = []
        var rest = bytes[...]
        while rest.starts(with: "OggS".utf8) {
            let count = Int(rest[rest.startIndex + 26])
            let lengths = rest.dropFirst(27).prefix(count)
            let length = lengths.reduce(0) { $0 + Int($1) }
            pages.append(
                (Array(rest.prefix(27 + count)), Array(rest.dropFirst(27 + count).prefix(length))))
            rest = rest.dropFirst(27 + count + length)
        }
        return pages
    }

    private static func chunk(
        _ packets: [[UInt8]], from first: Int, _ place: EncodedChunk.Place = .inTheMiddle
    ) -> EncodedChunk {
        EncodedChunk(
            packets: packets, firstPacket: first, packetLength: 4608, leadIn: 0, place: place)
    }

    private static func granule(_ header: [UInt8]) -> Int {
        header[6..<14].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    @Test("of FLAC begins with the two headers that its mapping to Ogg has")
    func headersOfFLAC() {
        let info = [UInt8](repeating: 7, count: 34)
        var stream = OggFLACStream(beginningWith: Self.chunk([], from: 3), streamInfo: info)
        let pages = Self.pages(stream.headers())
        #expect(pages.count == 2)
        let beginning: [UInt8] = [0x7F] + "FLAC".utf8 + [1, 0, 0, 1] + "fLaC".utf8
        #expect(pages[0].body == beginning + [0, 0, 0, 34] + info)
        let comment: [UInt8] = [9, 0, 0, 0] + "Interlude".utf8 + [0, 0, 0, 0]
        #expect(pages[1].body == [0x84, 0, 0, 17] + comment)
        #expect(pages.map { $0.header[5] } == [2, 0])
        #expect(pages.allSatisfy { Self.granule($0.header) == 0 })
    }

    @Test("of FLAC has a page for each packet, counted from the first, and marks the last")
    func pagesOfFLAC() {
        var stream = OggFLACStream(
            beginningWith: Self.chunk([[1], [2]], from: 3), streamInfo: [])
        let first = Self.pages(stream.pages(of: Self.chunk([[1], [2]], from: 3)))
        #expect(first.map { Self.granule($0.header) } == [4608, 9216])
        #expect(first.map(\.body) == [[1], [2]])
        #expect(first.map { $0.header[5] } == [0, 0])
        #expect(Self.pages(stream.pages(of: Self.chunk([], from: 5))).isEmpty)
        var other = stream
        let last = Self.pages(
            stream.pages(of: Self.chunk([[3], [4]], from: 5, .last(padding: 600))))
        #expect(last.map { Self.granule($0.header) } == [3 * 4608, 4 * 4608 - 600])
        #expect(last.map { $0.header[5] } == [0, 4])
        // Where the last packet has gone before.
        let empty = Self.pages(other.pages(of: Self.chunk([], from: 5, .last(padding: 0))))
        #expect(empty.map { Self.granule($0.header) } == [2 * 4608])
        #expect(empty.map { $0.header[5] } == [4] && empty.allSatisfy { $0.body.isEmpty })
    }

    @Test(
        "of Ogg numbers the pages of a listener, chunk after chunk",
        arguments: [SoundCodec.flac, .opus])
    func numbers(codec: SoundCodec) {
        var listener = ListenerBytes(of: codec, header: [])
        let pages = (0..<5).flatMap { first in
            Self.pages(listener.bytes(of: Self.chunk([[1]], from: 7 + first)))
        }
        #expect(pages.map { Int($0.header[18]) } == (0..<7).map { $0 })
        #expect(pages.dropFirst(2).map { Self.granule($0.header) } == (1...5).map { $0 * 4608 })
    }

    @Test("of Ogg divides packets into segments of 255 bytes, up to a whole page")
    func lacing() {
        for (length, segments) in [
            (0, [0]), (254, [254]), (255, [255, 0]), (510, [255, 255, 0]), (511, [255, 255, 1]),
        ] as [(Int, [UInt8])] {
            var writer = OggPageWriter()
            let page = writer.page(
                of: [[UInt8](repeating: 1, count: length)], granule: 0, .inTheMiddle)
            #expect(Array(page[26..<27 + segments.count]) == [UInt8(segments.count)] + segments)
            #expect(page.count == 27 + segments.count + length)
            #expect(page[4] == 0 && Array(page[14..<18]) == [1, 0, 0, 0])
        }
        var full = OggPageWriter()
        let page = full.page(
            of: [[UInt8]](repeating: [1], count: 255), granule: 0, .inTheMiddle)
        #expect(page[26] == 255)
    }

    @Test("of Ogg has no page with more segments")
    func tooMany() async {
        await #expect(processExitsWith: .failure) {
            var writer = OggPageWriter()
            _ = writer.page(of: [[UInt8]](repeating: [1], count: 256), granule: 0, .inTheMiddle)
        }
    }
}
