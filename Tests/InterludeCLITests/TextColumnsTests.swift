import Testing

@testable import InterludeCLI

@Suite("Text columns")
struct TextColumnsTests {
    @Test(
        "wide characters fill two columns, and marks none",
        arguments: [
            ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("🎧", 2), ("☕", 2), ("❤\u{FE0F}", 2),
            ("🇩🇪", 2), ("👩‍👩‍👧", 2), ("한국", 4), ("가", 2), ("힣", 2), ("\u{ABFF}", 1), ("", 0),
        ])
    func columns(text: String, columns: Int) {
        #expect(TextColumns.count(of: text) == columns)
        #expect(TextColumns.truncate(text + " xxxx", to: columns + 1).hasSuffix("…"))
    }

    @Test(
        "the wide characters are those of these blocks",
        arguments: [
            0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
        ] as [ClosedRange<UInt32>])
    func wide(block: ClosedRange<UInt32>) throws {
        let edges = [(block.lowerBound, 2), (block.upperBound, 2)]
        let neighbours = [(block.lowerBound - 1, 1), (block.upperBound + 1, 1)]
        for (value, columns) in edges + neighbours {
            let scalar = try #require(UnicodeScalar(value))
            // Emoji and marks have rules of their own.
            let hasOtherRule =
                scalar.properties.isEmojiPresentation
                || [.nonspacingMark, .enclosingMark, .format].contains(
                    scalar.properties.generalCategory)
            if hasOtherRule { continue }
            #expect(
                TextColumns.count(of: String(scalar)) == columns, "U+\(String(value, radix: 16))")
        }
    }

    @Test("a list is broken between its items", arguments: [(80, 1), (20, 3), (1, 7)])
    func list(width: Int, count: Int) {
        let lines = TextColumns.lines(
            of: ["space pause", "l live", "s skip", "+ - volume", "1 2", "?", "q quit"],
            within: width)
        #expect(lines.count == count, "\(lines)")
        #expect(lines.joined(separator: "  ").hasPrefix("space pause  l live  s skip  "))
    }

    @Test(
        "a text is cut between words, or else between characters",
        arguments: [
            ("Nothing Else Matters", 20, "Nothing Else Matters"),
            ("Nothing Else Matters", 19, "Nothing Else…"),
            ("Nothing Else Matters", 13, "Nothing Else…"),
            ("Nothing Else Matters", 12, "Nothing…"), ("Nothing Else Matters", 7, "Nothin…"),
            ("Nothing", 1, "…"), ("Nothing", 0, ""), ("日本の朝", 7, "日本の…"),
            ("日本の朝", 6, "日本…"), ("Top 日本", 7, "Top 日…"), ("Top 日本", 5, "Top…"),
            ("🇩🇪🇫🇷🇮🇹", 5, "🇩🇪🇫🇷…"), ("cafe\u{301}sole", 5, "cafe\u{301}…"), ("Now – then", 7, "Now…"),
            ("👩‍👩‍👧 family", 4, "👩‍👩‍👧…"),
        ])
    func truncate(text: String, width: Int, result: String) {
        #expect(TextColumns.truncate(text, to: width) == result)
    }
}
