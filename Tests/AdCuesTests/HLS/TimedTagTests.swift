import MediaTime
import Testing

@testable import AdCues

@Suite("A timed ID3 tag that is neither a title nor a marker")
struct TimedTagTests {
    private static let tag = ID3Writer.tag(ID3Writer.userText("id", "4711"))

    private static func texts(_ frames: [TagFrame]) -> [String] {
        frames.map { "\($0.id) \($0.description ?? "") \($0.value ?? "")" }
    }

    @Test(
        "A11: applies at its time, counted from the first audio, also if it comes before that",
        arguments: [true, false])
    func transport(isFirst: Bool) throws {
        var writer = TransportWriter.withTables()
        if isFirst { writer.write(tag: Self.tag, at: 180_000) }
        writer.write(
            unit: SegmentReaderTests.audio(at: 90_000), in: TransportWriter.soundID,
            stuffing: .adaptation)
        if !isFirst { writer.write(tag: Self.tag, at: 180_000) }
        var reader = SegmentReader()
        let metadata = reader.read(writer.bytes)
        let found = try #require(metadata.tags.first)
        #expect(Self.texts(found.frames) == ["TXXX id 4711"])
        #expect(found.offset == FrameTime(48_000) && found.byte == 0)
        #expect(metadata.tags.count == 1 && metadata.cues.isEmpty && metadata.titles.isEmpty)
        // The same tag in the next segment is another one.
        #expect(reader.read(writer.bytes).tags.count == 1)
    }

    @Test("without a time applies at its own place")
    func untimed() throws {
        var reader = SegmentReader()
        let bytes = SegmentReaderTests.segment(audioAt: 90_000, tag: Self.tag, tagAt: nil)
        let found = try #require(reader.read(bytes).tags.first)
        #expect(found.offset == .zero && found.byte == 3 * 188)
    }

    @Test("in an event message applies at its time")
    func message() throws {
        let message = EventMessageTests.message(
            scheme: EventMessage.tags[0], at: 144_001, scale: 48_000, Self.tag)
        var reader = SegmentReader()
        let metadata = reader.read(
            EventMessageTests.segment(at: 96_000, message),
            map: EventMessageTests.map(scale: 48_000, edit: nil))
        let found = try #require(metadata.tags.first)
        #expect(found.offset == FrameTime(48_001) && found.byte == 0)
    }

    @Test("is what is left without the title, the time of packed audio and the marker")
    func rest() {
        let time = ID3Writer.frame(
            "PRIV",
            Array("com.apple.streaming.transportStreamTimestamp\0".utf8)
                + [0, 0, 0, 0, 0, 0, 0, 1])
        let title = ID3Writer.text("TPE1", "A") + ID3Writer.text("TIT2", "B")
        let marker = ID3Writer.tag(
            ID3Writer.userText("adw_ad", "true") + ID3Writer.userText("id", "1"))
        var reader = SegmentReader()
        #expect(reader.read(ID3Writer.tag(time + title) + marker + [0xFF]).tags.isEmpty)
        let mixed = ID3Writer.tag(time + title + ID3Writer.text("TALB", "C"))
        let metadata = reader.read(mixed + Self.tag + [0xFF])
        #expect(metadata.tags.map(\.frames).map(Self.texts) == [["TALB  C"], ["TXXX id 4711"]])
        #expect(metadata.tags.allSatisfy { $0.byte == 0 && $0.offset == .zero })
    }

    @Test("has of each frame what a text can say, and of binary data the length")
    func frames() {
        let address = Array("http://a/b".utf8)
        let bytes = (0..<100).map { UInt8($0) }
        let body =
            ID3Writer.frame("PRIV", Array("owner\0".utf8) + bytes)
            + ID3Writer.frame("UFID", Array("owner\0".utf8) + [0xAB])
            + ID3Writer.frame("WXXX", [3] + Array("more\0".utf8) + address)
            + ID3Writer.frame("WOAF", address)
            + ID3Writer.frame("GEOB", [3] + Array("a/b\0file\0words\0".utf8) + [1, 2, 3])
            + ID3Writer.frame("APIC", [0, 1, 2, 3])
        var reader = SegmentReader()
        let frames = reader.read(ID3Writer.tag(body)).tags.first?.frames ?? []
        var expected = ["PRIV", "UFID", "WXXX", "WOAF", "GEOB", "APIC"].map { TagFrame(id: $0) }
        expected[0].owner = "owner"
        let digits = (0..<64).map { String($0, radix: 16) }
        expected[0].value = digits.map { $0.count < 2 ? "0" + $0 : $0 }.joined()
        expected[0].byteCount = 100
        expected[1].owner = "owner"
        expected[1].value = "ab"
        expected[1].byteCount = 1
        expected[2].description = "more"
        expected[2].value = "http://a/b"
        expected[3].value = "http://a/b"
        expected[4].mimeType = "a/b"
        expected[4].fileName = "file"
        expected[4].description = "words"
        expected[4].byteCount = 3
        expected[5].byteCount = 4
        #expect(frames == expected)
    }

    @Test("is bounded, and so is their number in a segment")
    func bounded() {
        var reader = SegmentReader()
        let long = String(repeating: "x", count: 5000)
        let frames = { (text: String, count: Int) in
            ID3Writer.tag(
                (0..<count).flatMap { ID3Writer.userText("\($0)", text) })
        }
        let few = reader.read(frames(long, 1)).tags.first?.frames ?? []
        #expect(few.first?.value?.count == TagFrame.textLimit)
        let many = reader.read(frames("", 100)).tags.first?.frames ?? []
        #expect(many.count == 16)
        let heavy = reader.read(frames(long, 16)).tags.first?.frames ?? []
        #expect(heavy.count == 7)
        let flood = [UInt8]((0..<1000).map { _ in Self.tag }.joined())
        let metadata = reader.read(flood)
        #expect(metadata.tags.count == 256)
        #expect(metadata.tagByteCount == flood.count)
    }
}
