import Testing

@testable import AdCues

@Suite("An ID3 tag")
struct ID3TagTests {
    @Test("has its frames in order, and ends where its size says", arguments: [3, 4] as [UInt8])
    func frames(version: UInt8) throws {
        let body =
            ID3Writer.text("TIT2", "Tag & Nacht", version: version)
            + ID3Writer.frame("PRIV", Array("a.example".utf8) + [0, 1, 2, 0, 3], version: version)
            + ID3Writer.frame("UFID", Array("b.example".utf8) + [0, 9], version: version)
            + ID3Writer.frame("WOAF", Array("http://c.example".utf8), version: version)
            + ID3Writer.frame("APIC", Array(repeating: 7, count: 200), version: version)
        let padding = Array(repeating: UInt8(0), count: 20)
        let tag = try ID3Tag(
            parsing: ID3Writer.tag(version: version, body + padding) + [0xFF, 0xFB])
        #expect(tag.version == version)
        #expect(tag.byteCount == 10 + body.count + 20)
        #expect(
            tag.frames == [
                ID3Frame(id: "TIT2", content: .text(["Tag & Nacht"])),
                ID3Frame(
                    id: "PRIV", content: .privateData(owner: "a.example", data: [1, 2, 0, 3])),
                ID3Frame(id: "UFID", content: .uniqueID(owner: "b.example", id: [9])),
                ID3Frame(id: "WOAF", content: .link("http://c.example")),
                ID3Frame(id: "APIC", content: .other(byteCount: 200)),
            ])
    }

    @Test("of version 2.2 has the ids of later versions")
    func oldIDs() throws {
        let body =
            ID3Writer.text("TT2", "Title", version: 2)
            + ID3Writer.frame("TXX", Array("\u{0}adId\u{0}7".utf8), version: 2)
            + ID3Writer.frame("XYZ", [1], version: 2)
        let tag = try ID3Tag(parsing: ID3Writer.tag(version: 2, body))
        #expect(
            tag.frames == [
                ID3Frame(id: "TIT2", content: .text(["Title"])),
                ID3Frame(id: "TXXX", content: .userText(description: "adId", value: "7")),
                ID3Frame(id: "XYZ", content: .other(byteCount: 1)),
            ])
    }

    @Test(
        "has texts in each of four encodings",
        arguments: [
            [0] + [0x4D, 0xFC, 0x73, 0x6C, 0x69],
            [1] + ID3Writer.utf16("Müsli", isLittleEndian: true),
            [1] + ID3Writer.utf16("Müsli", isLittleEndian: false),
            [1] + ID3Writer.utf16("Müsli", isLittleEndian: false, isMarked: false),
            [2] + ID3Writer.utf16("Müsli", isLittleEndian: false, isMarked: false),
            [3] + Array("Müsli".utf8),
            // Latin-1 that calls itself UTF-8, and an unknown encoding.
            [3] + [0x4D, 0xFC, 0x73, 0x6C, 0x69],
            [9] + [0x4D, 0xFC, 0x73, 0x6C, 0x69],
        ] as [[UInt8]])
    func encodings(content: [UInt8]) throws {
        let tag = try ID3Tag(parsing: ID3Writer.tag(ID3Writer.frame("TIT2", content)))
        #expect(tag.text("TIT2") == "Müsli")
        #expect(tag.text("TPE1") == nil)
    }

    @Test("has several texts in one frame since version 2.4", arguments: [3, 4] as [UInt8])
    func severalTexts(version: UInt8) throws {
        let content = [3] + Array("One\u{0}Two\u{0}".utf8)
        let tag = try ID3Tag(
            parsing: ID3Writer.tag(
                version: version, ID3Writer.frame("TPE1", content, version: version)))
        #expect(tag.frames.first?.content == .text(version == 4 ? ["One", "Two"] : ["One"]))
    }

    @Test("has a description and a value in the byte order of the first mark")
    func userText() throws {
        let content =
            [1] + ID3Writer.utf16("Ādams", isLittleEndian: true) + [0, 0]
            + ID3Writer.utf16("Werbung", isLittleEndian: true, isMarked: false) + [0, 0]
        let tag = try ID3Tag(parsing: ID3Writer.tag(ID3Writer.frame("TXXX", content)))
        #expect(
            tag.frames.first?.content == .userText(description: "Ādams", value: "Werbung"))
    }

    @Test("has addresses and objects with their descriptions")
    func objects() throws {
        let body =
            ID3Writer.frame("WXXX", [3] + Array("ad\u{0}http://a.example/b".utf8))
            + ID3Writer.frame(
                "GEOB", [3] + Array("application/json\u{0}ad.json\u{0}Ad\u{0}{}".utf8))
        let tag = try ID3Tag(parsing: ID3Writer.tag(body))
        #expect(
            tag.frames.map(\.content) == [
                .userLink(description: "ad", address: "http://a.example/b"),
                .object(
                    mimeType: "application/json", fileName: "ad.json", description: "Ad",
                    data: Array("{}".utf8)),
            ])
    }

    @Test(
        "is read without its unsynchronisation, of the tag or of a frame",
        arguments: [(3, 0x80, 0), (4, 0x80, 0), (4, 0, 0x02), (4, 0x80, 0x02)]
            as [(UInt8, UInt8, UInt8)])
    func unsynchronised(version: UInt8, tagFlags: UInt8, frameFlags: UInt8) throws {
        let data: [UInt8] = [0xFF, 0xE0, 0xFF, 0x00, 0x01]
        let stored: [UInt8] = [0xFF, 0x00, 0xE0, 0xFF, 0x00, 0x00, 0x01]
        // Up to version 2.3, the size is the one before unsynchronisation.
        let size = 2 + (version == 3 ? data.count : stored.count)
        let frame = ID3Writer.frame(
            "PRIV", [0x61, 0] + stored, version: version, flags: frameFlags, size: size)
        let body = frame + ID3Writer.text("TIT2", "x", version: version)
        let tag = try ID3Tag(parsing: ID3Writer.tag(version: version, flags: tagFlags, body))
        #expect(tag.frames.first?.content == .privateData(owner: "a", data: data))
        #expect(tag.text("TIT2") == "x")
    }

    @Test("has no frames that are compressed or encrypted, and those that are in a group")
    func frameFlags() throws {
        let content = [3] + Array("x".utf8)
        let four =
            ID3Writer.frame("TIT1", content, flags: 0x08)
            + ID3Writer.frame("TIT2", content, flags: 0x04)
            + ID3Writer.frame("TIT3", [0x80, 0, 0, 0, 2] + content, flags: 0x41)
        #expect(
            try ID3Tag(parsing: ID3Writer.tag(four)).frames
                == [ID3Frame(id: "TIT3", content: .text(["x"]))])
        let three =
            ID3Writer.frame("TIT1", content, version: 3, flags: 0x80)
            + ID3Writer.frame("TIT2", content, version: 3, flags: 0x40)
            + ID3Writer.frame("TIT3", [0x80] + content, version: 3, flags: 0x20)
        #expect(
            try ID3Tag(parsing: ID3Writer.tag(version: 3, three)).frames
                == [ID3Frame(id: "TIT3", content: .text(["x"]))])
    }

    @Test("is read after its extended header, whose size each version counts differently")
    func extendedHeader() throws {
        let three =
            ID3Writer.bigEndian(6) + [0, 0, 0, 0, 0, 0]
            + ID3Writer.text("TIT2", "x", version: 3)
        #expect(
            try ID3Tag(parsing: ID3Writer.tag(version: 3, flags: 0x40, three)).text("TIT2") == "x")
        let four = ID3Writer.synchsafe(6) + [1, 0] + ID3Writer.text("TIT2", "x")
        #expect(
            try ID3Tag(parsing: ID3Writer.tag(flags: 0x40, four)).text("TIT2") == "x")
    }

    @Test("may have sizes of frames in 8 bits a byte, although it is of version 2.4")
    func plainSizes() throws {
        let long = String(repeating: "a", count: 299)
        let frame =
            Array("TIT2".utf8) + ID3Writer.bigEndian(300) + [0, 0, 3] + Array(long.utf8)
        let tag = try ID3Tag(
            parsing: ID3Writer.tag(frame + ID3Writer.text("TPE1", "b")))
        #expect(tag.text("TIT2") == long)
        #expect(tag.text("TPE1") == "b")
    }

    @Test("has the time of a segment of packed audio")
    func timestamp() throws {
        func timestamp(_ data: [UInt8]) throws -> PresentationTime? {
            let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)
            let frame = ID3Writer.frame("PRIV", owner + [0] + data)
            return try ID3Tag(parsing: ID3Writer.tag(frame)).transportStreamTimestamp
        }
        #expect(
            try timestamp([0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF])
                == PresentationTime(ticks: 0x1_FFFF_FFFF))
        #expect(try timestamp([0, 0, 0, 0, 0, 0, 0, 9])?.ticks == 9)
        #expect(try timestamp([0, 0, 0, 2, 0, 0, 0, 0]) == nil)
        #expect(try timestamp([0, 0, 0, 9]) == nil)
    }

    @Test("may be followed by another, with a footer between")
    func several() {
        let first = ID3Writer.tag(
            flags: 0x10, ID3Writer.text("TIT2", "1"), footer: Array(repeating: 0, count: 10))
        let second = ID3Writer.tag(ID3Writer.text("TIT2", "2"))
        let tags = ID3Tag.tags(in: first + second + [1, 2, 3])
        #expect(tags.map { $0.text("TIT2") } == ["1", "2"])
        #expect(tags.map(\.byteCount) == [first.count, second.count])
    }
}
