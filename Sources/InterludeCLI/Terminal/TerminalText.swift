import PlainText

/// Text for a terminal: printable words, and the commands of ours between them.
///
/// Words come in through ``init(_:_:in:)``, which makes them printable.
struct TerminalText: Hashable, Sendable {
    /// As it is written.
    private(set) var characters = ""

    init() {}

    /// `words`, in the colour that `style` gives them.
    init(_ words: String, _ color: TextStyle.Color = .plain, in style: TextStyle = .plain) {
        characters = style.apply(color, to: words.printable())
    }

    /// What a terminal does.
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
