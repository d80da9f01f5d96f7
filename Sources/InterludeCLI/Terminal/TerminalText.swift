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
        /// Moves to the line above, without changing the column.
        case lineUp = "\u{1B}[A"
        /// Clears from the cursor to the end of the screen.
        case clearBelow = "\u{1B}[J"
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
        /// The colours of paper, whatever the terminal's are.
        case blackOnWhite
    }

    func apply(_ color: Color, to text: String) -> String {
        switch (self, color) {
        case (.plain, _), (.colored, .plain): text
        case (.colored, .good): "\u{1B}[32m\(text)\u{1B}[0m"
        case (.colored, .highlighted): "\u{1B}[33m\(text)\u{1B}[0m"
        case (.colored, .alarming): "\u{1B}[31m\(text)\u{1B}[0m"
        case (.colored, .blackOnWhite): "\u{1B}[30;47m\(text)\u{1B}[0m"
        }
    }
}
