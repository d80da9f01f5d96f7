import MediaTime

/// A node of an XML document to be written.
indirect enum MarkupNode: Sendable {
    case element(String, attributes: [(name: String, value: String)], [MarkupNode])
    case text(String)

    /// Unescaped text (`CDATA`).
    case data(String)

    static func element(_ name: String, _ content: MarkupNode...) -> MarkupNode {
        .element(name, attributes: [], content)
    }

    /// The node as the root of a document, with a declaration.
    var document: String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(markup)\n"
    }

    var markup: String {
        switch self {
        case .element(let name, let attributes, let content):
            let fields = attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
            return "<\(name)\(fields)>\(content.map(\.markup).joined())</\(name)>"
        case .text(let text): return Self.escaped(text)
        case .data(let text):
            let parts = text.split(separator: "]]>", omittingEmptySubsequences: false)
            return "<![CDATA[\(parts.joined(separator: "]]]]><![CDATA[>"))]]>"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
    }
}

extension FrameTime {
    /// `HH:MM:SS.mmm`; exact for whole milliseconds.
    var clockTime: String {
        let milliseconds = Int(frames) * 1000 / Self.rate
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map {
            Self.digits($0, count: 2)
        }
        return "\(parts.joined(separator: ":")).\(Self.digits(rest, count: 3))"
    }

    /// At least `count` digits.
    private static func digits(_ number: Int, count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
