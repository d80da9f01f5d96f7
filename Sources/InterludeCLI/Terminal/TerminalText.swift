import PlainText

/// Text for a terminal: printable words and commands.
///
/// ``init(_:_:in:)`` makes words printable.
struct TerminalText: Hashable, Sendable {
    /// The characters to write.
    private(set) var characters = ""

    init() {}

    /// `words` in a colour.
    init(_ words: String, _ color: TextStyle.Color = .plain, in style: TextStyle = .plain) {
        characters = style.apply(color, to: words.printable())
    }

    /// A command to the terminal.
    enum Command: String, Sendable {
        case startOfLine = "\r"
        case clearRest = "\u{1B}[K"
        case newLine = "\n"
    }

    static func + (text: TerminalText, other: TerminalText) -> TerminalText {
        var sum = text
        sum.characters += other.characters
        return sum
    }

    static func + (text: TerminalText, command: Command) -> TerminalText {
        var sum = text
        sum.characters += command.rawValue
        return sum
    }
}

/// Whether terminal text has colours.
enum TextStyle: Sendable {
    case plain
    case colored

    /// Colours, unless the environment has NO_COLOR (no-color.org) or a dumb terminal.
    init(environment: [String: String]) {
        let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        self = isPlain ? .plain : .colored
    }

    /// The meaning of a colour.
    enum Color: Sendable {
        case plain
        case good
        case highlighted
        case alarming
    }

    func apply(_ color: Color, to text: String) -> String {
        switch (self, color) {
        case (.plain, _), (.colored, .plain): text
        case (.colored, .good): "\u{1B}[32m\(text)\u{1B}[0m"
        case (.colored, .highlighted): "\u{1B}[33m\(text)\u{1B}[0m"
        case (.colored, .alarming): "\u{1B}[31m\(text)\u{1B}[0m"
        }
    }
}

/// The width of text on a terminal.
enum TextColumns {
    /// The width of `text` in columns.
    static func count(of text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// `text`, shortened with an ellipsis to at most `width` columns.
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

    /// 2 for wide East Asian characters (UAX #11) and emoji, 0 for combining marks, otherwise 1.
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
