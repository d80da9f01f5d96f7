import Testing

@testable import AdCues

@Suite("A hostile ID3 tag")
struct ID3RefusalTests {
    /// A tag with frames of each kind.
    private static let whole = ID3Writer.tag(
        flags: 0x40,
        ID3Writer.synchsafe(6) + [1, 0] + ID3Writer.text("TPE1", "A") + ID3Writer.text("TIT2", "B")
            + ID3Writer.userText("adw_ad", "true")
            + ID3Writer.frame("PRIV", Array("o".utf8) + [0, 1], flags: 0x02)
            + ID3Writer.frame("GEOB", [1] + ID3Writer.utf16("x", isLittleEndian: true)))

    private func refusal(_ bytes: [UInt8]) -> ID3Error? {
        do throws(ID3Error) {
            _ = try ID3Tag(parsing: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test("says why it cannot be read")
    func refused() {
        #expect(refusal([]) == .notATag)
        #expect(refusal(Array("ID".utf8)) == .notATag)
        #expect(refusal(Array("TAG".utf8)) == .notATag)
        #expect(refusal(Array("ID3\u{4}".utf8)) == .incomplete(expected: 10, found: 4))
        #expect(refusal(ID3Writer.tag(version: 5, [])) == .unknownVersion(5))
        #expect(refusal(ID3Writer.tag(version: 1, [])) == .unknownVersion(1))
        #expect(refusal(ID3Writer.tag(version: 2, flags: 0x40, [])) == .compressed)
        #expect(refusal(ID3Writer.tag([1], size: 30)) == .incomplete(expected: 40, found: 11))
        #expect(
            refusal(ID3Writer.tag(flags: 0x10, [1]))
                == .incomplete(expected: 21, found: 11))
        #expect(refusal(Array("ID3\u{4}".utf8) + [0, 0, 0, 0x80, 0, 0]) == .malformedSize)
        #expect(
            refusal(ID3Writer.tag([], size: ID3Tag.maximumByteCount))
                == .tooLarge(byteCount: ID3Tag.maximumByteCount + 10))
        for header in [[0, 0, 0, 5, 0, 0], [0, 0, 0, 7, 0, 0], [0, 0]] as [[UInt8]] {
            #expect(refusal(ID3Writer.tag(flags: 0x40, header)) == .malformedExtendedHeader)
        }
        #expect(
            refusal(ID3Writer.tag(version: 3, flags: 0x40, [0xFF, 0xFF, 0xFF, 0xFF, 0, 0]))
                == .malformedExtendedHeader)
        #expect(
            "\(ID3Error.incomplete(expected: 9, found: 3))"
                == "the ID3 tag has 9 bytes, and only 3 are there")
    }

    @Test("keeps the frames before one that lies about its length")
    func lyingFrame() throws {
        let body =
            ID3Writer.text("TPE1", "A") + ID3Writer.frame("TIT2", [3, 0x42], size: 1000)
            + ID3Writer.text("TIT3", "C")
        #expect(try ID3Tag(parsing: ID3Writer.tag(body)).frames.map(\.id) == ["TPE1"])
    }

    @Test("cut at any byte is refused")
    func cut() {
        for count in 0..<Self.whole.count {
            #expect(refusal(Array(Self.whole.prefix(count))) != nil)
        }
        #expect(refusal(Self.whole) == nil)
    }

    @Test("has at most a thousand frames, and 64 texts in one")
    func bounded() throws {
        let frames = Array(repeating: ID3Writer.frame("TIT2", []), count: 3000).flatMap(\.self)
        #expect(try ID3Tag(parsing: ID3Writer.tag(frames)).frames.count == 1000)
        let texts = ID3Writer.frame("TIT2", [3] + Array(repeating: 0, count: 5000))
        #expect(
            try ID3Tag(parsing: ID3Writer.tag(texts)).frames.first?.content
                == .text(Array(repeating: "", count: 64)))
    }

    @Test("with any damage is refused or read, and never more than there is")
    func mutated() {
        var mutation = Mutation(seed: 3)
        for _ in 0..<10_000 {
            let bytes = mutation(Self.whole)
            // try?: most of them are refused.
            guard let tag = try? ID3Tag(parsing: bytes) else { continue }
            #expect(tag.byteCount <= bytes.count)
            #expect(tag.frames.count <= bytes.count / 10)
            _ = tag.marker
        }
    }
}
