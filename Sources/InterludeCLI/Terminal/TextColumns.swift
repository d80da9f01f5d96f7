/// How wide text is on a terminal.
enum TextColumns {
    /// The columns that `text` fills.
    static func count(of text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// `text`, cut with an ellipsis if it fills more than `width` columns.
    static func truncate(_ text: String, to width: Int) -> String {
        guard count(of: text) > width else { return text }
        var kept = ""
        var columns = 0
        for character in text {
            columns += self.width(of: character)
            if columns > width - 1 { break }
            kept.append(character)
        }
        return width > 0 ? kept + "…" : ""
    }

    /// Two for East Asian characters (UAX #11) and emoji, one for others.
    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default:
            return first.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }
}
