/// The width of text on a terminal.
enum TextColumns {
    /// The width of `text` in columns.
    static func count(of text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// `text`, shortened with an ellipsis to at most `width` columns, at the end of a word.
    ///
    /// Only a first word that does not fit is cut, between characters.
    static func truncate(_ text: String, to width: Int) -> String {
        cut(text, to: width) ?? (width > 0 ? prefix(of: text, within: width - 1) + "…" : "")
    }

    /// `text`, shortened with an ellipsis to at most `width` columns, at the end of a word; `nil` if
    /// the first word does not fit.
    static func cut(_ text: String, to width: Int) -> String? {
        guard count(of: text) > width else { return text }
        let fitting = prefix(of: text, within: width - 1)
        let isBetweenWords = text[fitting.endIndex...].first.map(canBreak(after:)) ?? true
        var kept = fitting
        if !isBetweenWords {
            kept = fitting.lastIndex(where: canBreak(after:)).map { fitting[...$0] } ?? ""
        }
        while let last = kept.last, last.isWhitespace || "–—-:;,|/".contains(last) {
            kept.removeLast()
        }
        return kept.isEmpty ? nil : kept + "…"
    }

    /// `items` in lines of at most `width` columns, with `gap` between them. An item that does not
    /// fit has a line of its own.
    static func lines(
        of items: [String], between gap: String = "  ", within width: Int
    ) -> [String] {
        items.reduce(into: []) { lines, item in
            let longer = lines.last.map { $0 + gap + item } ?? item
            if !lines.isEmpty, count(of: longer) <= width {
                lines[lines.count - 1] = longer
            } else {
                lines.append(item)
            }
        }
    }

    /// `text` in lines of at most `width` columns, broken at its spaces. A word that does not fit,
    /// such as an address, has a line of its own.
    static func paragraph(_ text: String, within width: Int) -> [String] {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return lines(of: words, between: " ", within: width)
    }

    /// The characters at the beginning of `text` that fit into `width` columns.
    private static func prefix(of text: String, within width: Int) -> Substring {
        var columns = 0
        return text.prefix { character in
            columns += self.width(of: character)
            return columns <= width
        }
    }

    /// Whether a line may be broken after `character`, and before it: a space, or a wide character,
    /// as in Chinese, which is written without spaces.
    private static func canBreak(after character: Character) -> Bool {
        character.isWhitespace || width(of: character) == 2
    }

    /// 2 for wide East Asian characters (UAX #11) and emoji, 0 for combining marks, otherwise 1.
    private static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        // An emoji of several scalars, such as a flag, fills as much as one.
        let isEmoji =
            first.properties.isEmojiPresentation || (0x1F1E6...0x1F1FF).contains(first.value)
            || scalars.dropFirst().contains("\u{FE0F}")
        if isEmoji { return 2 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: break
        }
        return switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: 0
        default: 1
        }
    }
}
