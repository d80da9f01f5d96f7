import MediaTime
import Testing

@testable import AdCues

@Suite("Markers that fill the memory")
struct MarkerLimitTests {
    private static func read(_ bytes: [UInt8]) -> [OggComments] {
        var reader = OggCommentReader()
        return reader.read(bytes)
    }

    @Test("are kept of the eight Ogg streams that began last together")
    func oggStreams() {
        let serials = (1...9).map { UInt32($0) }
        let beginnings = serials.flatMap {
            OggWriter.page(Array("OpusHead".utf8), serial: $0, flags: 2)
        }
        let comments = serials.flatMap {
            OggWriter.page(
                Array("OpusTags".utf8) + OggWriter.block(["TITLE=\($0)"]), serial: $0)
        }
        #expect(
            Self.read(beginnings + comments).map(\.comments["TITLE"]) == (2...9).map { "\($0)" })
    }

    @Test(
        "are kept of a packet of comments up to 256 KiB", arguments: [(0, true), (1, false)])
    func oggPacket(more: Int, isKept: Bool) {
        let fixed = Array("OpusTags".utf8) + OggWriter.block(["A=", "LAST=x"])
        let padding = (256 << 10) - fixed.count + more
        let packet =
            Array("OpusTags".utf8)
            + OggWriter.block(["A=" + String(repeating: "a", count: padding), "LAST=x"])
        #expect(packet.count == 256 << 10 + more)
        var stream = OggWriter.page(Array("OpusHead".utf8), serial: 1, flags: 2)
        var rest = packet[...]
        while !rest.isEmpty {
            stream += OggWriter.page(
                Array(rest.prefix(255 * 255)), serial: 1, flags: rest.startIndex == 0 ? 0 : 1,
                isComplete: rest.count < 255 * 255)
            rest = rest.dropFirst(255 * 255)
        }
        #expect(Self.read(stream).map { $0.comments["LAST"] != nil } == [isKept])
    }

    @Test("are read of 64 programmes, and of no more")
    func programmes() {
        var writer = TransportWriter()
        let programmes = (1...65).map { (UInt16($0), 0x100 + UInt16($0)) }
        writer.write(section: TransportWriter.association(programmes), in: 0)
        for number in [64, 65] as [UInt16] {
            let splices = 0x300 + number
            writer.write(
                section: TransportWriter.map(program: number, [(0x86, splices)]),
                in: 0x100 + number)
            writer.write(section: TransportStreamTests.splice, in: splices)
        }
        #expect(TransportStreamTests.read(writer.bytes).map(\.streamID) == [0x300 + 64])
    }

    @Test("are read of 16 streams of a programme, and of no more")
    func streams() {
        var writer = TransportWriter()
        writer.write(section: TransportWriter.association([(1, TransportWriter.mapID)]), in: 0)
        let streams = (1...17).map { (UInt8(0x86), 0x300 + UInt16($0)) }
        writer.write(
            section: TransportWriter.map(program: 1, streams), in: TransportWriter.mapID)
        for (_, id) in streams { writer.write(section: TransportStreamTests.splice, in: id) }
        let found = TransportStreamTests.read(writer.bytes).map(\.streamID)
        #expect(found == (1...16).map { 0x300 + UInt16($0) })
    }

    @Test("are kept of the first thousand frames of an ID3 tag, and of 64 texts of a frame")
    func id3() throws {
        func texts(_ count: Int) throws -> [ID3Frame] {
            let text = (1...count).map(String.init).joined(separator: "\0")
            return try ID3Tag(parsing: ID3Writer.tag(ID3Writer.text("TIT2", text))).frames
        }
        #expect(
            try texts(64) == [ID3Frame(id: "TIT2", content: .text((1...64).map(String.init)))])
        #expect(try texts(65) == texts(64))
        let body = (1...1001).flatMap { ID3Writer.userText("a", "\($0)") }
        let frames = try ID3Tag(parsing: ID3Writer.tag(body)).frames
        #expect(frames.count == 1000)
        #expect(frames.last?.content == .userText(description: "a", value: "1000"))
    }

    @Test("are kept of 64 ads of a break by their names")
    func ads() throws {
        let ads = (1...65).map { "0 scte35.x\($0) out@\(20 + $0)+1*" }
        let news = try CueScript(
            ["0 scte35.a out@10+500"] + ads + ["0 scte35.x64 in@300", "0 scte35.x65 in@300"]
        ).news()
        #expect(news.first == "announced 1 10-510")
        #expect(news.dropFirst().dropLast().allSatisfy { $0 == "merged 1" })
        #expect(news.last == "changed 1 10-300")
    }

    @Test("D6: are kept of 256 fields of a break, however often it is marked")
    func fields() {
        var book = CueBook()
        for number in 0..<1000 {
            let cue = Cue(
                id: "a", .out(duration: .seconds(1)), at: FrameTime(.seconds(10)), source: .hls,
                fields: ["X-\(number)": "0", "Y-\(number)": "0", "UPID": "\(number)"])
            _ = book.receive(cue)
        }
        let fields = book.announced[0].fields
        #expect(fields.count == 256)
        #expect(fields["UPID"] == "0" && fields["X-100"] == "0" && fields["X-200"] == nil)
    }

    @Test("D6: are known again of the last 256 breaks", arguments: [(256, true), (257, false)])
    func past(count: Int, isKnown: Bool) {
        var book = CueBook()
        func cue(_ number: Int) -> Cue {
            Cue(
                id: "\(number)", .out(duration: .seconds(1)), at: FrameTime(.seconds(10 * number)),
                source: .hls)
        }
        for number in 1...count {
            _ = book.receive(cue(number))
            _ = book.advance(to: FrameTime(.seconds(10 * number + 5)))
        }
        #expect((book.receive(cue(1)) == [.ignored(.over)]) == isKnown)
    }
}
