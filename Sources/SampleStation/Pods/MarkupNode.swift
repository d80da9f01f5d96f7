/// A piece of an XML document that is written down.
indirect enum MarkupNode: Sendable {
    case element(String, attributes: [(name: String, value: String)], [MarkupNode])
    case text(String)

    /// Text that is not escaped (`CDATA`).
    case data(String)

    static func element(_ name: String, _ content: MarkupNode...) -> MarkupNode {
        .element(name, attributes: [], content)
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
