import PlainText

/// Text that is safe in an XML document.
package enum XMLText {
    /// ` name="value"` for each attribute.
    package static func attributes(_ attributes: [(String, String)]) -> String {
        attributes.map { #" \#($0.0)="\#(escaped($0.1))""# }.joined()
    }

    /// `text` with references in place of markup, and without the characters that XML forbids.
    package static func escaped(_ text: String) -> String {
        var allowed = text.printable(limit: limit)
        allowed.unicodeScalars.replace(["\u{FFFE}"], with: ["\u{FFFD}"])
        allowed.unicodeScalars.replace(["\u{FFFF}"], with: ["\u{FFFD}"])
        return allowed.escapingMarkup
    }

    private static let limit = 1000
}
