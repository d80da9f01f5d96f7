import MediaTime
import Testing

@testable import AdCues

@Suite("Comments of a chained Ogg stream")
struct OggCommentTests {
    /// Reads `bytes` in pieces of `length`.
    private func read(_ bytes: [UInt8], piecesOf length: Int = .max) -> [OggComments] {
        var reader = OggCommentReader()
        var found: [OggComments] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            found += reader.read(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return found
    }

    @Test("A16: are found at each link, in pieces of any length", arguments: [1, 7, 100, .max])
    func links(length: Int) {
        let first = OggWriter.opus(["ARTIST=Band", "TITLE=Song"], serial: 1)
        let second = OggWriter.opus(["title=START_AD_BREAK_6000"], serial: 2)
        let third = OggWriter.opus(["ARTIST=Band", "TITLE=Other"], serial: 3)
        let found = read(first + second + third, piecesOf: length)
        #expect(found.map(\.offset) == [0, Int64(first.count), Int64(first.count + second.count)])
        #expect(
            found.map(\.comments.metadata.title)
                == ["Band - Song", "START_AD_BREAK_6000", "Band - Other"])
        #expect(found.map(\.comments.marker) == [nil, .start(ICYAd(duration: .seconds(6))), nil])
        #expect(found.first?.comments.vendor == "me")
    }

    @Test(
        "are those of Vorbis, Opus and FLAC",
        arguments: [
            ([1] + Array("vorbis".utf8), [3] + Array("vorbis".utf8)),
            (Array("OpusHead".utf8), Array("OpusTags".utf8)),
            ([0x7F] + Array("FLAC".utf8), [4, 0, 0, 60]),
            ([0x7F] + Array("FLAC".utf8), [0x84, 0, 0, 60]),
        ] as [([UInt8], [UInt8])])
    func codecs(identification: [UInt8], signature: [UInt8]) {
        let stream =
            OggWriter.page(identification + [1, 2], serial: 9, flags: 2)
            + OggWriter.page(signature + OggWriter.block(["TITLE=T"]), serial: 9)
        #expect(read(stream).map(\.comments["Title"]) == ["T"])
    }

    @Test(
        "are not looked for in other streams and other packets",
        arguments: [
            (Array("Speex   ".utf8), Array("OpusTags".utf8)),
            (Array("OpusHead".utf8), [3] + Array("vorbis".utf8)),
            (Array("OpusHead".utf8), Array("OpusBags".utf8)),
            ([0x7F] + Array("FLAC".utf8), [0, 0, 0, 60]),
        ] as [([UInt8], [UInt8])])
    func others(identification: [UInt8], signature: [UInt8]) {
        let stream =
            OggWriter.page(identification, serial: 9, flags: 2)
            + OggWriter.page(signature + OggWriter.block(["TITLE=T"]), serial: 9)
        #expect(read(stream).isEmpty)
    }

    @Test("may reach over pages, with those of another stream between")
    func severalPages() {
        let packet =
            Array("OpusTags".utf8)
            + OggWriter.block(["A=" + String(repeating: "a", count: 1000), "TITLE=T"])
        let stream =
            OggWriter.page(Array("OpusHead".utf8), serial: 1, flags: 2)
            + OggWriter.page(Array(packet.prefix(510)), serial: 1, isComplete: false)
            + OggWriter.sound(serial: 2)
            + OggWriter.page(Array(packet.dropFirst(510)), serial: 1, flags: 1)
        #expect(read(stream).map(\.comments["TITLE"]) == ["T"])
    }

    @Test("of which a page is lost or damaged are left out, and the next ones found")
    func lost() {
        let packet =
            Array("OpusTags".utf8)
            + OggWriter.block(["TITLE=" + String(repeating: "a", count: 1000)])
        let pages = [
            OggWriter.page(Array("OpusHead".utf8), serial: 1, flags: 2),
            OggWriter.page(Array(packet.prefix(510)), serial: 1, isComplete: false),
            OggWriter.page(Array(packet.dropFirst(510)), serial: 1, flags: 1),
        ]
        let next = OggWriter.opus(["TITLE=T"], serial: 2)
        #expect(read(pages[0] + pages[2] + next).map(\.comments["TITLE"]) == ["T"])
        #expect(
            read(pages[0] + pages[1] + OggWriter.sound(serial: 1) + next).map(\.comments["TITLE"])
                == ["T"])
        var damaged = pages[1]
        damaged[100] ^= 1
        #expect(read(pages[0] + damaged + pages[2] + next).map(\.comments["TITLE"]) == ["T"])
    }

    @Test("are found after bytes that are no page")
    func damage() {
        let damage = Array("Ogg, then OggX and O".utf8)
        let stream = damage + OggWriter.opus(["TITLE=T"], serial: 1)
        #expect(read(stream).map(\.offset) == [Int64(damage.count)])
        #expect(read(stream, piecesOf: 1).map(\.offset) == [Int64(damage.count)])
    }

    @Test("keep their beginning if they are longer than any")
    func long() {
        let long = "A=" + String(repeating: "a", count: 300_000)
        let packet = Array("OpusTags".utf8) + OggWriter.block(["TITLE=T", long, "LATE=x"])
        var stream = OggWriter.page(Array("OpusHead".utf8), serial: 1, flags: 2)
        var rest = packet[...]
        while !rest.isEmpty {
            let isLast = rest.count < 255 * 255
            stream += OggWriter.page(
                Array(rest.prefix(255 * 255)), serial: 1,
                flags: rest.startIndex == 0 ? 0 : 1, isComplete: isLast)
            rest = rest.dropFirst(255 * 255)
        }
        #expect(read(stream).map(\.comments.fields) == [[.init(key: "TITLE", value: "T")]])
    }

    @Test("with lengths that lie keep what comes before the lie")
    func lies() {
        let two = OggWriter.block(["TITLE=T", "B=b"], count: 5)
        #expect(VorbisComments(parsing: two[...])?.fields.count == 2)
        let one = OggWriter.block(["TITLE=T"]) + OggWriter.littleEndian(.max)
        #expect(VorbisComments(parsing: one[...])?.fields.count == 1)
        let negative = OggWriter.text("me") + OggWriter.littleEndian(.max)
        #expect(VorbisComments(parsing: negative[...])?.fields == [])
        #expect(VorbisComments(parsing: OggWriter.littleEndian(9)[...]) == nil)
        #expect(VorbisComments(parsing: OggWriter.littleEndian(0)[...])?.vendor == "")
        let nameless = OggWriter.block(["=x", "no name", "A=1=2", "B="])
        #expect(
            VorbisComments(parsing: nameless[...])?.fields
                == [.init(key: "A", value: "1=2"), .init(key: "B", value: "")])
        let many = OggWriter.block(Array(repeating: "A=1", count: 2000))
        #expect(VorbisComments(parsing: many[...])?.fields.count == 1000)
    }

    @Test("with any damage, or cut at any byte, are left out or read")
    func mutated() {
        let stream =
            OggWriter.opus(["ARTIST=Band", "TITLE=Song", "adw_ad=true"], serial: 1)
            + OggWriter.opus(["TITLE=Other"], serial: 2)
        for count in 0..<stream.count {
            #expect(read(Array(stream.prefix(count))).count <= 2)
            let block = stream.prefix(count).dropFirst(80)
            _ = VorbisComments(parsing: block)
        }
        var mutation = Mutation(seed: 5)
        for round in 0..<10_000 {
            let bytes = mutation(stream)
            let found = read(bytes)
            #expect(found.count <= 3)
            if round.isMultiple(of: 8) { #expect(found == read(bytes, piecesOf: 61)) }
        }
    }
}
