/// Whether text for a terminal has colours.
enum TextStyle: Sendable {
    case plain
    case colored

    /// Colours unless the environment asks for none (no-color.org) or names a dumb terminal.
    init(environment: [String: String]) {
        let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        self = isPlain ? .plain : .colored
    }

    /// What a piece of text says about itself.
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
