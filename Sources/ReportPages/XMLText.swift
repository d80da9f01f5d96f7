import PlainText

/// Text that is safe in an XML document.
package enum XMLText {
    /// ` name="value"` for each attribute.
    package static func attributes(_ attributes: [(String, String)]) -> String {
        attributes.map { #" \#($0.0)="\#(escaped($0.1))""# }.joined()
    }

    /// `text` with references in place of markup, and without the characters that XML forbids.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.printable(limit: limit).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&apos;"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static let limit = 1000
}
