import SampleStation
import Testing

@Suite("Ogg streams") struct OggStreamTests {
    /// A page with these packets; the last one has no end if `isContinued`.
    static func page(
        _ packets: [[UInt8]], flags: UInt8 = 0, granule: Int64 = 1, serial: UInt32 = 7,
        sequence: UInt32 = 0, isContinued: Bool = false
    ) -> [UInt8] {
        var lacing: [UInt8] = packets.flatMap { packet in
            [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
        }
        if isContinued { lacing.removeLast() }
        let numbers =
            (0..<8).map { UInt8(truncatingIfNeeded: granule >> ($0 * 8)) }
            + [serial, sequence, 0].flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            }
        return Array("OggS".utf8) + [0, flags] + numbers + [UInt8(lacing.count)] + lacing
            + packets.flatMap(\.self)
    }

    private static let headers =
        page([Array("OpusHead".utf8)], flags: 2, granule: 0)
        + page([Array("OpusTags".utf8)], granule: 0, sequence: 1)

    /// The samples of each of these pages of packets.
    private static func lengths(_ pages: [[[UInt8]]]) throws -> [Int] {
        let file = pages.reduce(headers) { $0 + page($1) }
        let timeline = try LiveProgramme(.opus, file: file, path: "").timeline
        return (0..<pages.count).map {
            timeline.samples(before: $0 + 1) - timeline.samples(before: $0)
        }
    }

    @Test("last as long as the first bytes of their Opus packets say", arguments: 0..<32)
    func opus(configuration: Int) throws {
        // The tenths of milliseconds of a frame (RFC 6716, table 2).
        let tenths =
            switch configuration {
            case ..<12: [100, 200, 400, 600][configuration % 4]
            case ..<16: [100, 200][configuration % 2]
            default: [25, 50, 100, 200][configuration % 4]
            }
        let frame = tenths * 48 / 10
        let first = { (code: UInt8) in UInt8(configuration) << 3 | code }
        let pages: [[[UInt8]]] = [
            [[first(0)]], [[first(1), 0]], [[first(2), 0]], [[first(3), 3]],
            // A variable bit rate, and padding.
            [[first(3), 0xc0 | 5]], [[first(0) | 4], [first(1)]],
        ]
        #expect(
            try Self.lengths(pages) == [
                frame, 2 * frame, 2 * frame, 3 * frame, 5 * frame, 3 * frame,
            ]
        )
    }

    @Test("leave out the length of a packet that is none")
    func emptyPackets() throws {
        #expect(try Self.lengths([[[0], []], [[3]], [[], [8]]]) == [480, 0, 960])
    }

    @Test("are read page by page, with every field")
    func fields() throws {
        let bytes = Self.page(
            [[1, 2], [UInt8](repeating: 3, count: 510), []], flags: 1,
            granule: 0x0102_0304_0506_0708, serial: 0xa1b2_c3d4, sequence: 0x1122_3344)
        let page = try #require(OggPage(at: 2, in: [9, 9] + bytes + [9]))
        #expect(page.bytes == 2..<2 + bytes.count)
        #expect(page.granule == 0x0102_0304_0506_0708)
        #expect(page.serial == 0xa1b2_c3d4 && page.sequence == 0x1122_3344)
        #expect(page.packets.map(\.count) == [2, 510, 0] && !page.isContinued)
        #expect(page.packets[0].lowerBound == 2 + 27 + 5)
        #expect(page.continuesPacket && !page.startsStream)
        let start = try #require(OggPage(at: 0, in: Self.page([], flags: 2)))
        #expect(start.startsStream && !start.continuesPacket)
        #expect(start.bytes.count == 27 && start.packets.isEmpty && !start.isContinued)
        let open = try #require(
            OggPage(
                at: 0, in: Self.page([[1], [UInt8](repeating: 3, count: 255)], isContinued: true)))
        #expect(open.isContinued && open.packets.map(\.count) == [1, 255])
    }

    @Test("end with their last complete page, and may have other bytes between pages")
    func incomplete() {
        let page = Self.page([[1, 2, 3]])
        for count in 0..<page.count {
            #expect(OggPage(at: 0, in: Array(page.prefix(count))) == nil)
        }
        #expect(OggPage(at: 0, in: Array("OggS".utf8) + [1] + page.dropFirst(5)) == nil)
        let pages = Array(OggPageWalker([7] + page + [8, 9] + page + page.dropLast()))
        #expect(pages.map(\.bytes.lowerBound) == [1, 3 + page.count])
    }

    @Test(
        "are refused with the reason",
        arguments: [
            ([], "it is not Ogg Opus"), (page([[1]]), "it is not Ogg Opus"),
            (headers, "it has no audio after its headers"),
            (headers + page([[]]), "it has no audio after its headers"),
            (headers + page([[0]], serial: 8), "it has more than one logical stream"),
            (headers + page([[0]], flags: 1), "a packet spans two pages; use shorter pages"),
            (
                headers + page([[UInt8](repeating: 0, count: 255)], isContinued: true),
                "a packet spans two pages; use shorter pages"
            ),
        ] as [([UInt8], String)])
    func refusal(file: [UInt8], why: String) {
        #expect(throws: MediaError.notAProgramme(path: "a.opus", why: why)) {
            try LiveProgramme(.opus, file: file, path: "a.opus")
        }
    }

    @Test("repeat with their place in the stream, as neither its first nor its last page")
    func repeated() throws {
        let audio = Self.page([[0]], flags: 4, granule: 480, sequence: 2)
        let programme = try LiveProgramme(.opus, file: Self.headers + audio, path: "")
        #expect(programme.preamble == Self.headers)
        for frame in [0, 1, 70_000] {
            let bytes = programme.bytes(of: frame)
            let page = try #require(OggPage(at: 0, in: bytes))
            #expect(page.granule == Int64(480 * (frame + 1)) && page.sequence == UInt32(2 + frame))
            #expect(bytes[5] == 0 && bytes.count == audio.count)
            #expect(programme.position(of: frame) == .zero)
        }
    }
}
